import PermafrostModel
import PermafrostSource
import PermafrostStore

/// PF0120: A declaration can't be read. The reader of the sources finds the problem.
struct SourceNotRead: DocumentedRule {
    static let page = RulePage(
        code: "PF0120", name: "SourceNotRead", severity: .error, gates: [.check, .lint],
        summary: "Something in the sources could not be read or evaluated, or should be known.",
        failure:
            "What a declaration says is not known, so that nothing can be said of its stores: drift may be overlooked.",
        fix:
            "Write what is named as a literal, or with constants that the project's sources declare, or correct the file."
    )

    /// The problem that the reader found.
    let issue: SourceIssue

    /// - Parameter location: the location to report; nil for the issue's location.
    func finding(at location: SourceLocation?) -> Finding {
        Finding(
            Self.page, issue.problem.words, severity: issue.severity == .error ? .error : .warning,
            at: location ?? issue.location)
    }
}

extension Finding {
    /// Creates the finding about a declaration that can't be read.
    package init(_ issue: SourceIssue, at location: SourceLocation? = nil) {
        self = SourceNotRead(issue: issue).finding(at: location)
    }

    /// Whether the finding is about sources that couldn't be read or evaluated.
    package var isOfSources: Bool { rule == SourceNotRead.page }
}

extension SourceIssue.Problem {
    fileprivate var words: Finding.Words {
        let what: String
        let fix: String?
        switch self {
        case .unreadableFile(let reason):
            what = "It cannot be read: \(reason)"
            fix = "Make it readable; what it declares is unknown until then"
        case .beyondBounds(let reason):
            what = "It cannot be read: \(reason)"
            fix = "Split it, or move it out of the project; what it declares is unknown until then"
        case .invalidSyntax(let message):
            what = "The file is not valid Swift: \(message)"
            fix = "Correct it; its declarations may be incomplete until then"
        case .notEvaluable("versionIdentifier", ""):
            what = "The version declares no `versionIdentifier`"
            fix = "Declare it: static let versionIdentifier = Schema.Version(1, 0, 0), with a number of its own"
        case .notEvaluable(let subject, ""):
            what = "`\(subject)` is not declared, or has no value that can be read from source"
            fix = "Declare it with a literal, or with constants that stand in the project's sources"
        case .notEvaluable(let subject, let expression):
            what = "`\(subject)` cannot be read from source: \(expression)"
            fix = "Write it as a literal, or with constants that stand in the project's sources"
        case .branchRead(let subject, let condition):
            what = "`\(subject)` depends on `\(condition)`: the branch of the newest systems was read"
            fix = "List the same on every system; a store of an older one may have other models"
        case .unknownName("model", let name, let near):
            what =
                "\(name) is listed as a model, and no class of that name is declared in the sources that were read"
                + (near.isEmpty ? "" : "; did you mean \(near.joined(separator: ", "))?")
            fix = Self.findClass
        case .unknownName("destination", let name, let near):
            what =
                "The relationship leads to \(name), and no class of that name is declared in the sources that were read"
                + (near.isEmpty ? "" : "; did you mean \(near.joined(separator: ", "))?")
            fix = Self.findClass
        case .unknownName("schema", let name, let near):
            what =
                "\(name) is listed as a version, and no VersionedSchema of that name is declared in the sources that were read"
                + (near.isEmpty ? "" : "; did you mean \(near.joined(separator: ", "))?")
            fix =
                "Check the name. If another package declares it, let --project name the folder that holds both packages"
        case .unknownName(let sort, let name, let near):
            what =
                "No \(sort) named \(name) is declared in the project"
                + (near.isEmpty ? "" : "; did you mean \(near.joined(separator: ", "))?")
            fix = "Check the name; declarations of other packages are not read"
        case .ambiguousName(let name, let candidates):
            what = "Several declarations are named \(name): \(candidates.map(\.description).joined(separator: ", "))"
            fix = "Write the name with its enclosing type or module"
        case .circularAlias(let name, let place):
            what = "The typealias \(name) (\(place)) leads back to itself"
            fix = "Let it name a type"
        case .notAModel(let name):
            what = "\(name) is listed as a model and is not a @Model class"
            fix = "Add @Model, or take it out of the list; an attribute that a macro of your own adds is not seen here"
        case .typeProperty(let model, let property):
            what = "\(model).\(property) holds a type, which no store can keep: it is left out of the model"
            fix = "Make it static, or mark it @Transient"
        case .namesake:
            let words = Namesake.words(self)
            what = words?.what ?? ""
            fix = words?.fix
        case .unstorable(_, _, let path, let type, _):
            what = "\(path) is of type \(type), which SwiftData does not store"
            fix = "Store plain values, and compute it from them"
        case .unlistedParent(let model, let parent):
            what = "\(model) is listed as a model, and \(parent), which it inherits from, is not"
            fix = "List \(parent) too"
        case .unknownPropertyType(let model, let property):
            what = "The type of \(model).\(property) cannot be read from source"
            fix = "Write its type, one that SwiftData stores"
        case .ambiguousInverse(let model, let property, let candidates):
            what =
                "\(model).\(property) has several candidates for its inverse "
                + "(\(candidates.joined(separator: ", "))); none is taken"
            fix = "Name it with @Relationship(inverse:)"
        case .duplicateEntity(let name):
            what = "Two models of one version are both named \(name)"
            fix = "A store has one table for a name: rename one of them"
        case .inheritanceCycle(let name):
            what = "\(name) inherits itself"
            fix = nil
        case .unknownOption(let option):
            what = "The option \(option) is not known"
            fix = "If Apple added it, please report it; it is ignored here"
        case .differsByTarget(let name, let targets):
            what = "\(name) differs from target to target: \(targets.joined(separator: ", "))"
            fix = "Name the target whose stores are meant: " + Self.options(targets)
        case .modelFile(let problem):
            let wording = ModelFileWording(problem)
            what = wording.what
            fix = wording.fix
        }
        return Finding.Words(what: what, fix: fix)
    }

    /// The fix for a class that isn't found.
    private static let findClass =
        "Check the name. If a package declares the class, let --project name the folder that holds both; if a folder "
        + "of tests does, add --include-tests; if a macro generates it, declare it in a source file; if its file is "
        + "a symbolic link, which is not followed, put the file itself there"

    /// Returns the options to suggest, quoted for a shell: `--target App or --target Widget`.
    private static func options(_ targets: [String]) -> String {
        targets.prefix(3).map { "`--target \($0.asShellWord)`" }.joined(separator: " or ")
    }
}
