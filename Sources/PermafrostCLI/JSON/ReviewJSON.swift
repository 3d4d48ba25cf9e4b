import PermafrostModel
import PermafrostProject

/// The JSON representation of a review. The parser accepts input from untrusted processes. It checks every key and
/// type, and limits the number of elements and the length of texts.
struct ReviewJSON {
    let review: Review

    init(_ review: Review) { self.review = review }

    static let formatVersion = 1

    // MARK: Writing

    var members: [(String, CanonicalJSON?)] {
        [
            (
                "base",
                .object([
                    ("commit", Self.text(review.base.commit)), ("isBehind", .boolean(review.base.isBehind)),
                    ("name", Self.text(review.base.name)),
                ])
            ),
            ("findings", .array(review.remarks.map(Self.json))),
            ("isEmpty", .boolean(review.isEmpty)),
            ("isIncomplete", .boolean(review.isIncomplete)),
            ("migrations", .array(review.steps.map(Self.json))),
            (
                "plans",
                .array(review.plans.map { .object([("isAdded", .boolean($0.isAdded)), ("name", Self.text($0.name))]) })
            ),
            ("versions", .array(review.versions.map(Self.json))),
        ]
    }

    private static func json(_ version: Review.Version) -> CanonicalJSON {
        .object([
            ("changes", .array(version.changes.map(json))),
            ("drift", version.drift.map { .string($0.rawValue) }),
            ("file", version.file.map(text)),
            ("fixture", .string(version.freeze.rawValue)),
            ("group", text(version.group)),
            ("line", version.line.map { .integer(Int64($0)) }),
            ("schema", version.schema.map(text)),
            ("status", .string(version.status.rawValue)),
            ("tests", .array(version.tests.map(json))),
            ("version", text(version.name)),
        ])
    }

    private static func json(_ step: Review.Step) -> CanonicalJSON {
        .object([
            ("canScaffold", .boolean(step.canScaffold)),
            ("changes", .array(step.changes.map(json))),
            ("from", text(step.from)),
            ("group", text(step.group)),
            ("isAdded", .boolean(step.isAdded)),
            ("knownChangeCount", .integer(Int64(step.knownChangeCount))),
            ("stage", step.stage.map { .string($0.rawValue) }),
            ("tests", .array(step.tests.map(json))),
            ("to", text(step.to)),
        ])
    }

    private static func json(_ change: Review.Change) -> CanonicalJSON {
        .object([
            ("affected", change.affected.map(text)),
            ("code", change.code.map(text)),
            ("effect", change.effect.map(text)),
            ("file", change.file.map(text)),
            ("line", change.line.map { .integer(Int64($0)) }),
            ("subject", text(change.subject)),
            ("verdict", .string(change.verdict.rawValue)),
            ("what", text(change.what)),
        ])
    }

    private static func json(_ test: Review.Test) -> CanonicalJSON {
        .object([("file", text(test.file)), ("line", .integer(Int64(test.line))), ("name", text(test.name))])
    }

    private static func json(_ remark: Review.Remark) -> CanonicalJSON {
        .object([
            ("affected", remark.affected.map(text)),
            ("code", text(remark.code)),
            ("file", remark.file.map(text)),
            ("fix", remark.fix.map(text)),
            ("line", remark.line.map { .integer(Int64($0)) }),
            ("severity", .string(remark.severity.rawValue)),
            ("what", text(remark.what)),
        ])
    }

    /// Returns a text, truncated if it is too long for ``init(parsing:)``. A finding can list thousands of names.
    private static func text(_ text: String) -> CanonicalJSON {
        .string(text.utf8.count > textLimit ? text.prefix(textLimit / 5) + "…" : text)
    }
}

extension ReviewJSON {
    /// The maximum number of elements in an array, and the maximum number of UTF-8 code units in a text.
    private static let (elementLimit, textLimit) = (20_000, 20_000)

    /// Creates a review from its JSON representation.
    ///
    /// - Throws: ``ModelDocumentError`` if the bytes aren't a review that this version can read.
    init(parsing bytes: [UInt8]) throws {
        let object = ObjectReader(try CanonicalJSON(parsing: bytes), path: "")
        guard try object.string("command") == "review" else { throw object.malformed("command", "\"review\"") }
        let version = try object.integer("formatVersion", default: 0)
        guard version == Self.formatVersion else {
            throw ModelDocumentError.newerFormat(found: Int64(version), newest: Int64(Self.formatVersion))
        }
        let base = ObjectReader(try object.value("base"), path: "base")
        review = Review(
            base: Review.Base(
                name: try Self.text(base, "name"), commit: try Self.text(base, "commit"),
                isBehind: try base.flag("isBehind")),
            plans: try Self.elements(object, "plans") { plan in
                Review.Plan(name: try Self.text(plan, "name"), isAdded: try plan.flag("isAdded"))
            },
            versions: try Self.elements(object, "versions", Self.version),
            steps: try Self.elements(object, "migrations", Self.step),
            remarks: try Self.elements(object, "findings", Self.remark),
            isIncomplete: try object.flag("isIncomplete"))
    }

    /// Returns the reason why ``init(parsing:)`` rejected a review, as a clause such as `it isn't valid JSON`.
    static func problem(_ error: ModelDocumentError) -> String {
        switch error {
        case .notJSON(let reason):
            // The other reasons only repeat that it isn't JSON.
            reason.hasPrefix("It ") ? "it" + reason.dropFirst(2).prefix { $0 != "." } : "it isn't valid JSON"
        case .tooLarge(let what, let found, let limit): "it has \(found) \(what), and the limit is \(limit)"
        case .missing(let path): "it lacks \(path)"
        case .malformed(let path, let expected): "\(path) isn't \(expected)"
        case .checksumMismatch: "it was edited"
        case .newerFormat(let found, let known):
            "its formatVersion is \(found), but this version of Permafrost reads \(known)"
        }
    }

    private static func version(_ object: ObjectReader) throws -> Review.Version {
        Review.Version(
            group: try text(object, "group"), name: try text(object, "version"),
            schema: try optionalText(object, "schema"), status: try word(object, "status"),
            freeze: try word(object, "fixture"), drift: try optionalWord(object, "drift"),
            changes: try elements(object, "changes", change), tests: try elements(object, "tests", test),
            file: try optionalText(object, "file"), line: try line(object))
    }

    private static func step(_ object: ObjectReader) throws -> Review.Step {
        Review.Step(
            group: try text(object, "group"), from: try text(object, "from"), to: try text(object, "to"),
            isAdded: try object.flag("isAdded"), stage: try optionalWord(object, "stage"),
            changes: try elements(object, "changes", change),
            knownChangeCount: max(0, try object.integer("knownChangeCount", default: 0)),
            tests: try elements(object, "tests", test), canScaffold: try object.flag("canScaffold"))
    }

    private static func change(_ object: ObjectReader) throws -> Review.Change {
        Review.Change(
            what: try text(object, "what"), subject: try text(object, "subject"), verdict: try word(object, "verdict"),
            effect: try optionalText(object, "effect"), affected: try optionalText(object, "affected"),
            code: try optionalText(object, "code"), file: try optionalText(object, "file"), line: try line(object))
    }

    private static func test(_ object: ObjectReader) throws -> Review.Test {
        Review.Test(
            name: try text(object, "name"), file: try text(object, "file"),
            line: try object.integer("line", default: 1))
    }

    private static func remark(_ object: ObjectReader) throws -> Review.Remark {
        Review.Remark(
            code: try text(object, "code"), severity: try word(object, "severity"), what: try text(object, "what"),
            affected: try optionalText(object, "affected"), fix: try optionalText(object, "fix"),
            file: try optionalText(object, "file"), line: try line(object))
    }

    // MARK: Values

    private static func elements<Element>(
        _ object: ObjectReader, _ key: String, _ element: (ObjectReader) throws -> Element
    ) throws -> [Element] {
        let elements = try object.array(key)
        guard elements.count <= elementLimit else {
            throw object.malformed(key, "an array of at most \(elementLimit) elements")
        }
        return try elements.map { try element(ObjectReader($0, path: $1)) }
    }

    private static func text(_ object: ObjectReader, _ key: String) throws -> String {
        let text = try object.string(key)
        guard text.utf8.count <= textLimit else { throw object.malformed(key, "a text of at most \(textLimit) bytes") }
        return text
    }

    private static func optionalText(_ object: ObjectReader, _ key: String) throws -> String? {
        try object.optionalString(key) == nil ? nil : text(object, key)
    }

    private static func line(_ object: ObjectReader) throws -> Int? {
        let line = try object.integer("line", default: 0)
        return line > 0 ? line : nil
    }

    private static func word<Word: RawRepresentable>(_ object: ObjectReader, _ key: String) throws -> Word
    where Word.RawValue == String {
        guard let word = Word(rawValue: try object.string(key)) else {
            throw object.malformed(key, "a value that this version knows")
        }
        return word
    }

    private static func optionalWord<Word: RawRepresentable>(_ object: ObjectReader, _ key: String) throws -> Word?
    where Word.RawValue == String {
        try object.optionalString(key) == nil ? nil : word(object, key) as Word
    }
}
