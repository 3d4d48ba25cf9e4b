import PermafrostFixtures
import PermafrostProject
import PermafrostSource

/// The reason that a test can't be written for a version, a group, or an entry in the fixture tree, and the fix.
struct ScaffoldSkipMessage {
    let what: String
    let fix: String

    init(_ skip: ScaffoldSkip) {
        let versions = skip.versions.joined(separator: ", ")
        let version = skip.versions.first ?? "VERSION"
        switch skip.reason {
        case .declarationGone(let schema):
            what = "\(skip.subject): it is no longer declared" + (schema.map { " (was \($0))" } ?? "")
            fix =
                "Restore the declaration of \(version), because users may have \(version) stores. If \(version) never shipped, remove its "
                + "fixture. For details, run \(ToolCommand.line("check"))"
        case .unversioned:
            what = "\(skip.subject): its models aren't in a VersionedSchema that a test can refer to"
            fix = "Declare a VersionedSchema with the version's models, and freeze it"
        case .coreDataModel:
            what = "\(skip.subject): it is a version of a Core Data model, which a SwiftData test can't open"
            fix = "In a test of the app, open the frozen store with NSPersistentContainer"
        case .damaged:
            what = "\(skip.subject): the fixture is damaged"
            fix = "Restore the damaged files from git. To list these files, run \(ToolCommand.line("check"))"
        case .unknownModule(let name, let place):
            what = "\(skip.subject): the module of \(name) can't be determined from its folder (\(place))"
            fix =
                "List the folder in a target of Package.swift or of XcodeGen's project.yml, or move the file to "
                + "Sources/<Module>"
        case .noPlan(let schemas):
            what =
                "\(skip.subject): no migration plan lists \(schemas.joined(separator: ", ")), so a migration between them can't be "
                + "tested"
            fix = "Declare a SchemaMigrationPlan that lists them"
        case .planConstant(let name, let place):
            what = "\(skip.subject): its migration plan \(name) is a constant (\(place)), which a test can't refer to"
            fix = "Declare the plan as a type: enum AppMigrationPlan: DeclaredMigrationPlan { static let plan = … }"
        case .notEvaluable(let schema, let place):
            what =
                "\(skip.subject) \(versions): the model of \(schema), a version between them, can't be read from source (\(place))"
            fix = "Correct the places that \(ToolCommand.line("check")) lists"
        case .refusedEntry:
            what =
                "\(skip.subject) in the fixture tree is a symbolic link or has an unsafe name, so Permafrost doesn't "
                + "read it"
            fix =
                "Replace a symbolic link with the folder itself. Give a folder with an unsafe name a name such as 2.0.0"
        }
    }
}

extension ScaffoldSkipMessage {
    /// Returns the message to show if a requested test can't be written. It contains the reason and the fix.
    static func text(_ error: ScaffoldError) -> String {
        switch error {
        case .notFrozen(let version, let isMigration, let frozen):
            "\(version) isn't frozen, and \(isMigration ? "the test of a migration from it" : "its drift test") needs its fixture"
                + (frozen.isEmpty ? "" : " (frozen: \(frozen.joined(separator: ", ")))")
                + ". If the version shipped, freeze it: \(ToolCommand.line("freeze")) \(version.asShellWord)"
        case .sameVersion(let version):
            "the migration starts and ends at \(version). Specify two versions, or write the drift test of \(version) with "
                + "--drift \(version.asShellWord)"
        case .backwards(let from, let to):
            "\(from) is newer than \(to), and stores migrate only to newer versions. Use --from \(to.asShellWord) --to "
                + from.asShellWord
        case .otherPlan(let from, let plan, let to, let other):
            "\(from) is a version of \(plan) and \(to) of \(other), so no plan migrates one to the other. Specify two versions "
                + "of one plan, or choose the plan with --plan NAME"
        }
    }
}

extension ScaffoldSkip.Reason {
    /// The name of the reason in JSON output, such as `declarationGone`.
    var name: String {
        switch self {
        case .declarationGone: "declarationGone"
        case .unversioned: "unversioned"
        case .coreDataModel: "coreDataModel"
        case .damaged: "damaged"
        case .unknownModule: "unknownModule"
        case .noPlan: "noPlan"
        case .planConstant: "planConstant"
        case .notEvaluable: "notEvaluable"
        case .refusedEntry: "refusedEntry"
        }
    }
}
