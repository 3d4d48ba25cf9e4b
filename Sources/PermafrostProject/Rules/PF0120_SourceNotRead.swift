import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// PF0120: Permafrost can't read or evaluate a part of the sources, or has to make an assumption about it.
struct SourceNotRead: DocumentedRule {
    static let page = RulePage(
        code: "PF0120", name: "SourceNotRead", severity: .error, gates: [.check, .lint],
        summary: "Permafrost can't read or evaluate something in the sources, or has to make an assumption about them.",
        failure: "Permafrost can't check this part of the sources, so drift may go unnoticed.",
        fix: """
            If a value can't be read, write it as a literal, or with constants that the project's sources declare. If \
            a file can't be read, correct the file.
            """,
        reads: ["the sources"],
        source: .contract("sources that can't be read aren't judged"),
        examples: (
            reported: .file(
                """
                enum AppV1: VersionedSchema {
                    static let versionIdentifier = Schema.Version(1, 0, 0)
                    static var models: [any PersistentModel.Type] { loadedModels() }
                }
                """),
            accepted: .file(
                """
                enum AppV1: VersionedSchema {
                    static let versionIdentifier = Schema.Version(1, 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self] }
                    @Model final class Note { var title: String? }
                }
                """)
        ))

    let issue: SourceIssue

    /// Returns the finding about the issue.
    ///
    /// - Parameter location: the location to report; nil to use the issue's location.
    func finding(at location: SourceLocation?) -> Finding {
        Finding(
            Self.page, issue.problem.message, severity: issue.severity == .error ? .error : .warning,
            at: location ?? issue.location)
    }
}

extension Finding {
    /// Creates the finding for an issue with the sources. If `location` is nil, the finding is at the issue's location.
    package init(_ issue: SourceIssue, at location: SourceLocation? = nil) {
        self = SourceNotRead(issue: issue).finding(at: location)
    }

    /// Whether this finding is about sources that couldn't be read or evaluated.
    package var isAboutSources: Bool { rule == SourceNotRead.page }
}

extension SourceIssue.Problem {
    fileprivate var message: Finding.Message {
        let what: String
        var affected: String?
        let fix: String?
        switch self {
        case .unreadableFile(let reason):
            what = "The file can't be read, so its declarations are unknown: \(reason)"
            fix = "Make the file readable"
        case .beyondBounds(let reason):
            what = "The file can't be read, so its declarations are unknown: \(reason)"
            fix = "Split the file, or move the file out of the project"
        case .invalidSyntax(let message):
            what = "The file isn't valid Swift (\(message)), so some of its declarations may be missing"
            fix = "Correct the syntax error"
        case .notEvaluable(let subject, "") where subject.hasSuffix(".versionIdentifier"):
            what = "\(subject.dropLast(".versionIdentifier".count)) doesn't declare a `versionIdentifier`"
            fix =
                "Declare the version identifier with a number that no other version has: "
                + "static let versionIdentifier = Schema.Version(…)"
        case .notEvaluable(let subject, ""):
            what = "`\(subject)` isn't declared, or its value can't be read from source"
            fix = "Declare `\(subject)` with a literal, or with constants that the project's sources declare"
        case .notEvaluable("version", let expression):
            what = "The name of the frozen version can't be read from source: \(expression)"
            fix = "Use a string literal or a constant in the project's sources"
        case .notEvaluable("option", let expression):
            what = "The option's value can't be read from source: \(expression)"
            fix = "Use a literal or a constant in the project's sources"
        case .notEvaluable("transformable", let expression):
            what =
                "The value transformer's name can't be read from source: \(expression). The version hash doesn't depend on it"
            fix = "Use a literal or a constant in the project's sources"
        case .notEvaluable("inverse", let expression):
            what = "The relationship's inverse can't be read from source: \(expression)"
            fix = "Write the inverse as a key path, such as \\Trip.stops"
        case .notEvaluable(let macro, let expression) where macro.hasPrefix("#"):
            what = "An argument of \(macro) can't be read from source: \(expression)"
            fix = "Write an array of key paths, such as [\\.name, \\.date]"
        case .notEvaluable(let subject, let expression):
            what = "`\(subject)` can't be read from source: \(expression)"
            fix = "Declare `\(subject)` with a literal, or with constants that the project's sources declare"
        case .branchRead("stages", let condition, _, _):
            what =
                "`stages` depends on `\(condition)`. Permafrost read the branch for the newest systems, but the plan has "
                + "other stages on older systems"
            fix = "Declare the same stages on every system, or only add newer stages at the end of the list"
        case .branchRead("schemas", let condition, _, _):
            what =
                "`schemas` depends on `\(condition)`. Permafrost read the branch for the newest systems, but the plan has "
                + "other versions on older systems"
            fix = "List the same versions on every system, or only add newer versions at the end of the list"
        case .branchRead(let subject, let condition, let differing, let isByClass):
            let models = differing.listed
            what =
                "`\(subject)` depends on `\(condition)`. Permafrost read the branch for the newest systems, but "
                + "stores from older systems may have other models" + (differing.isEmpty ? "" : " (\(models))")
            affected =
                "users who update from an older system. If the plan has a stage, the store that the older system wrote matches "
                + "no version, and the app fails to launch with " + CoreDataFailure.unknownModelVersion.quotation
            fix =
                isByClass
                ? "Move \(models) to a newer version, and add this version and its stage to the plan only "
                    + (condition.hasPrefix("#available") ? "if \(condition)" : "on the newer systems")
                : "List the same models on every system"
        case .generatedType(let model, let property, let type, let macro):
            what =
                "\(model).\(property) has the type \(type), which no source declares. The macro "
                + "\(macro.hasPrefix("#") ? macro : "@" + macro) may generate it, and Permafrost doesn't expand macros of "
                + "other modules, so the model isn't known"
            fix =
                "Replace the macro with the code that it generates, which Xcode shows with Expand Macro, or declare \(type) "
                + "in a source file"
        case .unknownName("model", let name, let near):
            what =
                "\(name) is listed as a model, but no class with that name is declared in the sources that were read"
                + (NearNames.question(near).map { " (\($0))" } ?? "")
            fix = Self.findClass
        case .unknownName("destination", let name, let near):
            what =
                "The relationship's destination is \(name), but no class with that name is declared in the sources that were read"
                + (NearNames.question(near).map { " (\($0))" } ?? "")
            fix = Self.findClass
        case .unknownName("schema", let name, let near):
            what =
                "\(name) is listed as a version, but no VersionedSchema with that name is declared in the sources that were read"
                + (NearNames.question(near).map { " (\($0))" } ?? "")
            fix =
                "Check the name. If another package declares it, set --project to the folder that contains both packages"
        case .unknownName(let sort, let name, let near):
            what =
                "No \(sort) named \(name) is declared in the project"
                + (NearNames.question(near).map { " (\($0))" } ?? "")
            fix = "Check the name. Permafrost doesn't read declarations in other packages"
        case .ambiguousName(let name, let candidates):
            what = "Several declarations are named \(name): \(candidates.map(\.description).joined(separator: ", "))"
            fix = "Write the name with its enclosing type or module"
        case .circularAlias(let name, let place):
            what = "The typealias \(name) (\(place)) refers to itself"
            fix = "Make the typealias refer to a type"
        case .tooManyConditions(let version):
            what = "More combinations of `#if` conditions may change the models of \(version) than Permafrost compares"
            fix = "Move code that doesn't change the models out of the conditions"
        case .tooDeep:
            what =
                "A part of the version is reached only through longer chains of typealiases, protocols, constants or "
                + "nested types than Permafrost follows, so the model isn't known"
            fix = "Shorten the chain, or nest the types less deeply"
        case .otherUnicodeForm(let name, let place):
            what =
                "\(name) is declared here and at \(place) with different Unicode characters that look the same, and "
                + "Permafrost can't tell which declaration a name refers to"
            fix = "Write the name with the same characters everywhere, or rename one of the declarations"
        case .unreadMember(let target, let reason):
            what = "The target \(target) compiles this file or folder, but Permafrost doesn't read it: \(reason)"
            fix = "Move it into a folder of the project that Permafrost reads"
        case .notAModel(let name):
            what = "\(name) is listed as a model, but isn't a @Model class"
            fix =
                "Add @Model to \(name), or remove \(name) from the list. Permafrost doesn't expand your own macros, so "
                + "it doesn't see an @Model that they add"
        case .typeProperty(let model, let property):
            what = "\(model).\(property) contains a type, which can't be stored, so the property isn't in the model"
            fix = "Make the property static, or mark it @Transient"
        case .namesake:
            let message = Namesake.message(self)
            what = message?.what ?? ""
            fix = message?.fix
        case .unstorable(_, _, let path, let type, _):
            what = "\(path) has the type \(type), which SwiftData doesn't store"
            fix = "Store plain values, and compute the \(type) from them"
        case .preservedComposite(let model, let property):
            what =
                "\(model).\(property) is preserved on deletion, but its value contains a struct or an enum with "
                + "associated values. Core Data rejects a preserved composite inside another"
            fix = "Remove .preserveValueOnDeletion, or store the nested values as properties of \(model)"
        case .unlistedParent(let model, let parent):
            what = "\(model) is listed as a model, but its superclass \(parent) isn't"
            fix = "List \(parent) too"
        case .unknownPropertyType(let model, let property):
            what = "The type of \(model).\(property) can't be read from source"
            fix = "Declare the property with a type that SwiftData stores"
        case .ambiguousInverse(let model, let property, let candidates):
            what =
                "\(model).\(property) has several candidates for its inverse "
                + "(\(candidates.joined(separator: ", "))), so SwiftData infers none"
            fix = "Specify the inverse with @Relationship(inverse:)"
        case .duplicateEntity(let name):
            what = "Two models of one version are both named \(name), but a store has one table for each name"
            fix = "Rename one of the two models"
        case .inheritanceCycle(let name):
            what = "\(name) inherits from itself, directly or through other models"
            fix = "Give \(name) a different parent"
        case .macrosChanged(let subject, let before, let after):
            func list(_ names: [String]) -> String {
                names.isEmpty ? "none" : names.map { $0.hasPrefix("#") ? $0 : "@" + $0 }.listed
            }
            what =
                "\(subject) has other macros than when the version was frozen (\(list(after)) instead of "
                + "\(list(before))), and Permafrost can't read what they add to the model"
            fix =
                "Declare \(subject) with the macros that it shipped with. If the version never shipped, freeze it "
                + "again with --force"
        case .settingsChanged(let schema, let before, let after):
            what =
                "\(schema) has #if conditions on flags that were set in another way when the version was frozen "
                + "(\(before.isEmpty ? "not at all" : before.listed)), and now by "
                + "\(after.isEmpty ? "nothing" : after.listed). So the app may compile another branch"
            fix =
                "Revert the setting. If the app compiles the same branch as before, or the version never shipped, freeze "
                + "it again with --force"
        case .unknownOption(let option) where option.hasPrefix("deleteRule: "):
            what = "The delete rule of the relationship can't be read from source: \(option.dropFirst(12))"
            fix = "Write one of SwiftData's delete rules, such as .cascade"
        case .unknownOption(let option):
            what = "The option \(option) can't be read from source, or Permafrost doesn't know it"
            fix =
                "Write one of SwiftData's options, such as .externalStorage. If Apple has added this option, please "
                + "report it as an issue of Permafrost"
        case .differsByTarget(let name, let targets):
            what = "\(name) differs between targets: \(targets.joined(separator: ", "))"
            fix = "Choose the target with " + Self.options(targets)
        case .declaredInSeveralFiles(let name, let places):
            what =
                "Several files declare \(name) differently, and no target tells which of them the app compiles: "
                + places.map(\.description).joined(separator: ", ")
            fix = "Remove or rename the declaration that the app doesn't compile, or add each file to a target"
        case .unevaluatedPlatforms(let version, let platforms):
            what =
                "The models of \(version) can't be read from source on \(platforms.joined(separator: ", ")). This matters "
                + "only if the app is built for \(platforms.count == 1 ? "that platform" : "those platforms")"
            fix =
                "If the app is built for such a platform, list the models there with a literal. Otherwise, nothing "
                + "needs to change"
        case .modelFile(let problem):
            let wording = ModelFileMessage(problem)
            what = wording.what
            fix = wording.fix
        }
        return Finding.Message(what: what, affected: affected, fix: fix)
    }

    /// The fix for a class that wasn't found.
    private static let findClass =
        "Check the name. If a package declares the class, set --project to the folder that contains both packages. If "
        + "a test declares it, add --include-tests. If a macro generates it, declare it in a source file. If its "
        + "file is a symbolic link, which Permafrost doesn't follow, replace the link with the file"

    /// Returns the suggested options, quoted for a shell, such as `--target App or --target Widget`.
    private static func options(_ targets: [String]) -> String {
        targets.prefix(3).map { "`--target \($0.asShellWord)`" }.joined(separator: " or ")
    }
}
