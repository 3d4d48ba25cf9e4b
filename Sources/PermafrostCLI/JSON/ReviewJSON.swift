import PermafrostModel
import PermafrostProject

/// The JSON representation of a review. The parser accepts input from untrusted processes. It checks every key and
/// type, and limits the number of elements and the length of texts.
struct ReviewJSON {
    let review: Review

    init(_ review: Review) { self.review = review }

    static let formatVersion = 1

    // MARK: Writing

    /// The review as an object. Texts are truncated if they are too long for ``init(parsing:)``, because a finding can
    /// list thousands of names.
    var contents: JSONObject {
        [
            "base": Truncated(review.base), "findings": Truncated(review.remarks), "isEmpty": review.isEmpty,
            "isIncomplete": review.isIncomplete, "migrations": Truncated(review.steps),
            "omitted": review.omittedCount > 0 ? review.omittedCount : nil, "plans": Truncated(review.plans),
            "unchangedMigrations": review.unchangedSteps.isEmpty ? nil : Truncated(review.unchangedSteps),
            "versions": Truncated(review.versions),
        ]
    }

    /// A part of a review whose texts are truncated if they are too long.
    struct Truncated: Encodable {
        private let value: any Encodable

        init(_ value: any Encodable) { self.value = value }

        func encode(to encoder: any Encoder) throws {
            try Self.truncated(CanonicalJSON(encoding: value)).encode(to: encoder)
        }

        private static func truncated(_ json: CanonicalJSON) -> CanonicalJSON {
            switch json {
            case .string(let text) where text.utf8.count > textLimit: .string(text.prefix(textLimit / 5) + "…")
            case .array(let elements): .array(elements.map(truncated))
            case .object(let members): .object(members.map { ($0.key, truncated($0.value)) })
            default: json
            }
        }
    }
}

extension ReviewJSON {
    /// The maximum number of bytes. A review with 3,000 changes has about 1 MB.
    static let sizeLimit = 4 << 20
    /// The maximum number of elements in an array.
    static let elementLimit = 20_000
    /// The maximum number of UTF-8 code units in a text.
    private static let textLimit = 20_000

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
            unchangedSteps: try Self.elements(object, "unchangedMigrations") { step in
                UnchangedStep(
                    group: try Self.text(step, "group"), from: try Self.text(step, "from"),
                    to: try Self.text(step, "to"), stage: try Self.optionalWord(step, "stage"))
            },
            remarks: try Self.elements(object, "findings", Self.remark),
            isIncomplete: try object.flag("isIncomplete"),
            omittedCount: min(1_000_000_000, max(0, try object.integer("omitted", default: 0))))
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

    private static func version(_ object: ObjectReader) throws -> ReviewVersion {
        ReviewVersion(
            group: try text(object, "group"), name: try text(object, "version"),
            schema: try optionalText(object, "schema"), status: try word(object, "status"),
            freeze: try word(object, "fixture"), drift: try optionalWord(object, "drift"),
            changes: try elements(object, "changes", change), tests: try elements(object, "tests", test),
            file: try optionalText(object, "file"), line: try line(object))
    }

    private static func step(_ object: ObjectReader) throws -> ReviewStep {
        ReviewStep(
            group: try text(object, "group"), from: try text(object, "from"), to: try text(object, "to"),
            isAdded: try object.flag("isAdded"), stage: try optionalWord(object, "stage"),
            changes: try elements(object, "changes", change),
            knownChangeCount: max(0, try object.integer("knownChangeCount", default: 0)),
            tests: try elements(object, "tests", test), canScaffold: try object.flag("canScaffold"))
    }

    private static func change(_ object: ObjectReader) throws -> ReviewChange {
        ReviewChange(
            what: try text(object, "what"), subject: try text(object, "subject"), verdict: try word(object, "verdict"),
            effect: try optionalText(object, "effect"), affected: try optionalText(object, "affected"),
            code: try optionalText(object, "code"), file: try optionalText(object, "file"), line: try line(object))
    }

    private static func test(_ object: ObjectReader) throws -> ReviewTest {
        ReviewTest(
            name: try text(object, "name"), file: try text(object, "file"),
            line: try object.integer("line", default: 1))
    }

    private static func remark(_ object: ObjectReader) throws -> ReviewRemark {
        ReviewRemark(
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
