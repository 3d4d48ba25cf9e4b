import PermafrostModel
import PermafrostSource

/// PF0231: a struct or enum that is stored field by field holds what the framework has no column for.
struct RefusedInStruct: UnstorableValueRule {
    static let page = RulePage(
        code: "PF0231", name: "RefusedInStruct", severity: .error,
        summary: "A stored struct or enum holds a class that is no model, DateComponents or a Set.",
        failure: """
            SwiftData stores a struct, and an enum without raw values, field by field, and takes each member's type apart when it \
            makes the schema. There it meets a class ("Class property within Persisted Struct/Enum is not supported: …"), or a \
            type that it does not know ("Unexpected property within Persisted Struct/Enum: _CalendarProtocol" of DateComponents, \
            "…: Builtin.BridgeObject" of a Set), and ends the app at launch. Apple's documentation is silent on it: this is \
            assumed from what developers report.
            """,
        fix: """
            Store plain values, such as year, month and day, or an Array in place of a Set, and compute the other from them. Or \
            keep the value as Data that your code encodes. On the systems of 2026 and later @Attribute(.codable) stores a Codable \
            value as one.
            """)

    let input: LintInput

    func words(_ value: Refused) -> Finding.Words? {
        let message: String
        switch value.reason {
        case .classInside(let name): message = "Class property within Persisted Struct/Enum is not supported: \(name)"
        case .unexpected(let name): message = "Unexpected property within Persisted Struct/Enum: \(name)"
        case .unkeyed: return nil
        }
        return .init(
            what: "\(value.path) is of type \(value.type), which SwiftData takes apart and does not know",
            affected:
                "Every user, as developers report: the app ends when the schema is made, with \"\(message)\" (assumed)",
            fix: value.type.hasPrefix("Set<")
                ? "Make it an array, or keep it as Data that your code encodes"
                : "Store plain values and compute the other from them, or keep it as Data that your code encodes")
    }
}

/// PF0232: a value that is encoded without names, which SwiftData has no columns for.
struct UnkeyedValue: UnstorableValueRule {
    static let page = RulePage(
        code: "PF0232", name: "UnkeyedValue", severity: .error,
        summary: "A CGRect, CGPoint, CGSize or AttributedString is stored as a property, or in a stored struct.",
        failure: """
            SwiftData has a column for each member of such a value and asks the value to encode itself by its members' names. These \
            types encode themselves as a list: the schema is made, and saving or reading a row ends the app with "Composite Coder \
            only supports Keyed Container". Apple's documentation is silent on it: this is assumed from what developers report.
            """,
        fix: """
            Store the numbers as properties of their own, or in a Codable struct of your own with a name for each, and compute the \
            value from them. Store an AttributedString as Data. A file that uses CGRect, CGPoint or CGSize imports CoreGraphics: \
            Foundation on Apple's platforms has the types without their members and their Codable.
            """)

    let input: LintInput

    func words(_ value: Refused) -> Finding.Words? {
        guard value.reason == .unkeyed else { return nil }
        return .init(
            what: "\(value.path) is of type \(value.type), which is encoded as a list without names",
            affected:
                "Every user, as developers report: the schema is made, and saving or reading a row ends the app with "
                + "\"Composite Coder only supports Keyed Container\" (assumed)",
            fix: value.type == "AttributedString"
                ? "Store it as Data that your code encodes"
                : "Store its numbers as properties of their own, or in a Codable struct of your own, and compute it from them"
        )
    }
}

/// A rule over values that Apple's framework does not take.
protocol UnstorableValueRule: SourceRule {
    /// What to say of a value; nil if another rule reports it.
    func words(_ value: Refused) -> Finding.Words?
    var input: LintInput { get }
}

/// A value that Apple's framework does not take.
struct Refused {
    /// `Trip.plan.due`
    let path: String
    let type: String
    let reason: UnstorableValue
}

extension UnstorableValueRule {
    func findings(in context: RuleContext) -> [Finding] {
        input.groups.flatMap { group in
            group.placedIssues.compactMap { issue, versions -> Finding? in
                guard case .unstorable(_, _, let path, let type, let reason) = issue.problem,
                    let version = versions.last,
                    let words = words(Refused(path: path, type: type, reason: reason))
                else { return nil }
                return finding(words, in: group.rules, about: version, at: issue.location)
            }
        }
    }
}

/// PF0233: a subclass is listed, and the model class that it inherits is not.
struct UnlistedParent: SourceRule {
    static let page = RulePage(
        code: "PF0233", name: "UnlistedParent", severity: .warning,
        summary: "A version lists a subclass and lacks the model class that it inherits from.",
        failure: """
            The rows of a subclass are in the table of its parent. SwiftData knows the classes in the list and those that their \
            relationships reach; that it finds a parent by its subclass alone is nowhere said, and developers report apps that end \
            when the schema is made. Permafrost, and its SwiftData on Linux, add the parent. This is assumed, not proven.
            """,
        fix: "List the parent beside its subclasses. The version hashes stay as they are.")

    let input: LintInput

    func findings(in context: RuleContext) -> [Finding] {
        input.groups.flatMap { group in
            group.placedIssues.compactMap { issue, versions -> Finding? in
                guard case .unlistedParent(let model, let parent) = issue.problem, let version = versions.last else {
                    return nil
                }
                let titles = versions.map(\.title).joined(separator: ", ")
                return finding(
                    .init(
                        what:
                            "\(titles) \(versions.count == 1 ? "lists" : "list") \(model) and not \(parent), which it "
                            + "inherits from",
                        affected: "Every user, as developers report: the app may end when the schema is made (assumed)",
                        fix: "Add \(parent).self to the list of models; the version hashes stay as they are"),
                    in: group.rules, about: version, at: issue.location)
            }
        }
    }
}
