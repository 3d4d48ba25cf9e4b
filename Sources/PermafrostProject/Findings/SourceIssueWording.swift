import PermafrostDeclarations

/// What kept a declaration from being read, in words.
struct SourceIssueWording {
    let what: String
    let fix: String?

    init(_ problem: SourceIssue.Problem) {
        switch problem {
        case .unreadableFile(let reason):
            what = "It cannot be read: \(reason)"
            fix = "Make it readable; what it declares is unknown until then"
        case .invalidSyntax(let message):
            what = "The file is not valid Swift: \(message)"
            fix = "Correct it; its declarations may be incomplete until then"
        case .notEvaluable(let subject, let expression):
            what = "`\(subject)` cannot be told from source: \(expression)"
            fix = "Write it as a literal, or with constants that stand in the project's sources"
        case .unknownName(let sort, let name, let near):
            what =
                "No \(sort) named \(name) is declared in the project"
                + (near.isEmpty ? "" : "; did you mean \(near.joined(separator: ", "))?")
            fix = "Check the name; declarations of other packages are not read"
        case .ambiguousName(let name, let candidates):
            what = "Several declarations are named \(name): \(candidates.map(\.description).joined(separator: ", "))"
            fix = "Write the name with its enclosing type or module"
        case .notAModel(let name):
            what = "\(name) is listed as a model and is not a @Model class"
            fix = "Add @Model, or take it out of the list"
        case .unknownPropertyType(let model, let property):
            what = "The type of \(model).\(property) cannot be told from source"
            fix = "Annotate the property with its type"
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
        case .modelFile(let problem):
            let wording = ModelFileWording(problem)
            what = wording.what
            fix = wording.fix
        }
    }
}
