/// The only method in a test file. It calls PermafrostTesting.
struct TestMethod {
    private let head: String
    private let body: [Statement]

    init(_ test: TestFile.Test, _ framework: TestFramework) {
        switch test {
        case .drift(let drift):
            head = Self.head("hasNotDrifted", in: framework)
            body = [Statement(Self.assertion(drift))]
        case .retirement(let retired):
            head = Self.head("isRetired", in: framework)
            body = [Statement(Self.assertion(retired))]
        case .migration(let migration):
            head = Self.head(migration.isUnfinished ? "migrates" : "keepsData", in: framework) + " throws"
            body =
                [Statement(Self.migration(migration), after: "let migration = try "), Self.assertion(migration)]
                + (migration.isUnfinished ? Self.failure(migration, framework) : [])
        }
    }

    func lines(indentation: Int) -> [String] {
        let margin = String(repeating: " ", count: indentation)
        return [margin + head + " {"] + body.flatMap { $0.lines(indentation: indentation + 4) } + [margin + "}"]
    }

    /// Returns the first line of the method. XCTest recognizes a test by the prefix of its name, and Swift Testing by
    /// an attribute.
    private static func head(_ name: String, in framework: TestFramework) -> String {
        switch framework {
        case .xctest: "func test\(name.prefix(1).uppercased() + name.dropFirst())()"
        case .swiftTesting: "@Test func \(name)()"
        }
    }

    // MARK: Calls

    private static func assertion(_ test: DriftTest) -> Call {
        Call(
            "assertNoDrift",
            ["of: \(test.schema).self", "frozenAs: \(test.fixture.version.swiftLiteral)"] + group(test.fixture))
    }

    private static func assertion(_ test: RetirementTest) -> Call {
        Call("assertRetired", [test.fixture.version.swiftLiteral, "plan: \(test.plan).self"] + group(test.fixture))
    }

    private static func migration(_ test: MigrationTest) -> Call {
        let fixture = Call("Fixture", [test.fixture.version.swiftLiteral] + group(test.fixture))
        return Call("migrate", [fixture.line, "to: \(test.schema).self", "plan: \(test.plan).self"])
    }

    private static func group(_ fixture: FrozenName) -> [String] {
        fixture.group.map { ["group: \($0.swiftLiteral)"] } ?? []
    }

    /// Returns the call of `assertDataPreserved`. Each expectation is on its own line, to leave room for its reason.
    private static func assertion(_ test: MigrationTest) -> Statement {
        let expectations = test.expectations.map { expectation in
            Call(
                ".\(expectation.kind.rawValue)",
                [expectation.subject.swiftLiteral] + (expectation.newSubject.map { ["to: \($0.swiftLiteral)"] } ?? [])
                    + ["because: \((expectation.reason ?? reason(expectation)).swiftLiteral)"])
        }
        guard !expectations.isEmpty else { return Statement(Call("assertDataPreserved", ["migration"])) }
        return Statement(name: "assertDataPreserved", first: "migration", label: "expecting: ", calls: expectations)
    }

    /// Returns the placeholder for a reason that the user must fill in.
    private static func reason(_ expectation: MigrationTest.Expectation) -> String {
        let isModel = !expectation.subject.contains(".")
        return switch expectation.kind {
        case .removed:
            "TODO: explain why this \(isModel ? "model" : "property") can be removed (\(expectation.detail))"
        case .changed: "TODO: explain how its values change (\(expectation.detail))"
        case .renamed: "TODO: explain why its values move"
        case .added:
            isModel
                ? "TODO: describe the rows that the plan adds"
                : "TODO: describe the value that the plan sets (\(expectation.detail))"
        }
    }
}

extension TestMethod {
    /// The comment in every test that has no assertions yet.
    static let unfinishedComment =
        "// TODO: Assert the values of the migrated rows, and delete the failure. For example:"

    /// Returns the end of a test that has no assertions yet: a comment with an example of an assertion, and a statement
    /// that fails the test.
    private static func failure(
        _ test: MigrationTest, _ framework: TestFramework
    ) -> [Statement] {
        let changes = changes(of: test)
        let named = changes.prefix(3).map(\.text) + (changes.count > 3 ? ["and \(changes.count - 3) more"] : [])
        let what = named.isEmpty ? "" : " (" + named.joined(separator: ", ") + ")"
        let message =
            "Assert what a \(test.fixture.version) store contains after the migration to \(test.version)\(what), and delete "
            + "this failure"
        let lines =
            [unfinishedComment] + example(test, changes, framework).map { "//     " + $0 }
        return [
            Statement(lines: lines),
            Statement(name: framework == .xctest ? "XCTFail" : "Issue.record", text: message),
        ]
    }

    /// A property or entity that the migration changes.
    private struct Change {
        let entity: String
        let property: String?
        let text: String
    }

    /// Returns the changes that a test should assert: changed data, then new data, then removed data.
    private static func changes(of test: MigrationTest) -> [Change] {
        func change(_ subject: String, _ kind: String) -> Change {
            let parts = subject.split(separator: ".", maxSplits: 1).map(String.init)
            return Change(
                entity: parts.first ?? subject, property: parts.count > 1 ? parts[1] : nil,
                text: "\(subject) is \(kind)")
        }
        let changed = test.expectations.filter { $0.kind == .changed }.map { change($0.subject, "changed") }
        let added = test.expectations.filter { $0.kind == .added }.map { change($0.subject, "new") }
        let removed = test.expectations.filter { $0.kind == .removed }.map { change($0.subject, "removed") }
        return changed + added + test.defaults.map { change($0.subject, "new") } + removed
    }

    /// Returns the lines of an example that fetches rows and compares a value. Empty if the entity's class isn't known.
    private static func example(
        _ test: MigrationTest, _ changes: [Change], _ framework: TestFramework
    ) -> [String] {
        let classes = test.classes
        let isRemoved = Set(test.expectations.filter { $0.kind == .removed }.map(\.subject))
        let change = changes.first { change in
            change.property != nil && classes[change.entity] != nil
                && !isRemoved.contains(change.entity + "." + (change.property ?? ""))
        }
        let entity = change?.entity ?? test.carried.first?.entity ?? classes.keys.min()
        guard let entity, let type = classes[entity] else { return [] }
        let value = change?.property.map { "rows.first?.\($0)" } ?? "rows.count"
        let comparison =
            switch framework {
            case .xctest: "XCTAssertEqual(\(value), …)"
            case .swiftTesting: "#expect(\(value) == …)"
            }
        return [
            "let rows = try ModelContext(migration.container).fetch(FetchDescriptor<\(type)>())", comparison,
        ]
    }
}

private struct Call {
    private let name: String
    private let arguments: [String]

    static let lineLength = 120

    init(_ name: String, _ arguments: [String]) {
        self.name = name
        self.arguments = arguments
    }

    /// The call on a single line.
    var line: String { "\(name)(\(arguments.joined(separator: ", ")))" }

    /// Returns the lines of the call. If the call is too long for one line, all arguments are on the next line. If they
    /// are still too long, each argument is on its own line.
    ///
    /// - Parameters:
    ///   - start: the source that precedes the call on the same line.
    ///   - end: the source that follows the call.
    func lines(indentation: Int, after start: String = "", before end: String = "") -> [String] {
        let margin = String(repeating: " ", count: indentation)
        let whole = margin + start + line + end
        guard whole.count > Self.lineLength else { return [whole] }
        let inner = margin + "    "
        let below = inner + arguments.joined(separator: ", ") + ")" + end
        let head = margin + start + name + "("
        guard below.count > Self.lineLength else { return [head, below] }
        return [head] + arguments.dropLast().map { inner + $0 + "," } + [inner + (arguments.last ?? "") + ")" + end]
    }
}

/// A statement or a comment in a method's body. A long statement is wrapped into several lines.
private struct Statement {
    private let write: (Int) -> [String]

    init(_ call: Call, after start: String = "") {
        write = { call.lines(indentation: $0, after: start) }
    }

    /// Creates a call with a string literal. A literal that is too long for one line becomes a multiline literal.
    init(name: String, text: String) {
        write = { indentation in
            let lines = Call(name, [text.swiftLiteral]).lines(indentation: indentation)
            guard lines.contains(where: { $0.count > Call.lineLength }) else { return lines }
            let margin = String(repeating: " ", count: indentation)
            let inner = margin + "    "
            var content: [String] = []
            for word in text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").split(separator: " ") {
                if let last = content.last, inner.count + last.count + word.count < Call.lineLength - 2 {
                    content[content.count - 1] = last + " " + word
                } else {
                    content.append(String(word))
                }
            }
            return ["\(margin)\(name)(", inner + "\"\"\""] + content.dropLast().map { inner + $0 + " \\" }
                + content.suffix(1).map { inner + $0 } + [inner + "\"\"\")"]
        }
    }

    /// Creates a statement from complete lines, such as comments. They are indented, but not wrapped.
    init(lines: [String]) {
        write = { indentation in lines.map { String(repeating: " ", count: indentation) + $0 } }
    }

    /// Creates a call with two arguments: a single value, and a labeled list of calls. Each call is on its own line.
    init(name: String, first: String, label: String, calls: [Call]) {
        write = { indentation in
            let margin = String(repeating: " ", count: indentation)
            let lines = calls.enumerated().flatMap { index, call in
                call.lines(
                    indentation: indentation + 4, after: index == 0 ? label : "",
                    before: index == calls.count - 1 ? ")" : ",")
            }
            return ["\(margin)\(name)(", "\(margin)    \(first),"] + lines
        }
    }

    func lines(indentation: Int) -> [String] { write(indentation) }
}

extension String {
    /// The string as a Swift literal. If it contains quotes or backslashes, the literal is raw, with as many number
    /// signs as necessary.
    var swiftLiteral: String {
        var (isRaw, isAfterMark, signs, most) = (false, false, 0, 0)
        for character in self {
            switch character {
            case "\"", "\\": (isRaw, isAfterMark, signs) = (true, true, 0)
            case "#" where isAfterMark:
                signs += 1
                most = max(most, signs)
            default: isAfterMark = false
            }
        }
        let delimiter = String(repeating: "#", count: isRaw ? most + 1 : 0)
        let content = unicodeScalars.map { scalar in
            switch scalar {
            case "\n": "\\\(delimiter)n"
            case "\r": "\\\(delimiter)r"
            case "\t": "\\\(delimiter)t"
            case "\0": "\\\(delimiter)0"
            case _ where Character(scalar).isNewline, _ where scalar.value < 32, "\u{7F}":
                "\\\(delimiter)u{\(Swift.String(scalar.value, radix: 16, uppercase: true))}"
            default: Swift.String(scalar)
            }
        }.joined()
        return "\(delimiter)\"\(content)\"\(delimiter)"
    }
}
