import PermafrostProject
import PermafrostSource
import PermafrostStore

/// What gets no test, in words: what and why, and what to do next.
struct ScaffoldSkipWording {
    let what: String
    let fix: String

    init(_ skip: ScaffoldSkip) {
        let versions = skip.versions.joined(separator: ", ")
        let version = skip.versions.first ?? "VERSION"
        switch skip.reason {
        case .declarationGone(let schema):
            what = "\(skip.subject): nothing declares it any more" + (schema.map { " (it was \($0))" } ?? "")
            fix =
                "bring the declaration back: stores of \(version) are on users' devices. \(ToolCommand.line("check")) says more"
        case .sharedName(let name, let places):
            what =
                "\(skip.subject): \(name) is declared at \(places.map(\.description).joined(separator: " and "))"
            fix = "give one of them another name, so that a test can tell them apart"
        case .unversioned:
            what = "\(skip.subject): its models stand in no VersionedSchema that a test could name"
            fix = "put them into a VersionedSchema, and freeze that"
        case .coreDataModel:
            what = "\(skip.subject): it is a version of a Core Data model, which no SwiftData test can open"
            fix =
                "\(ToolCommand.line("check")) guards it; open its store with NSPersistentContainer in a test of the app"
        case .freezeRay:
            what = "\(skip.subject): FreezeRay froze it, without the model that tests are made from"
            fix = "freeze the version with Permafrost as well: \(ToolCommand.line("freeze")) \(version) --fixtures DIR"
        case .damaged:
            what = "\(skip.subject): the fixture is damaged"
            fix = "\(ToolCommand.line("check")) names the files; restore them from git"
        case .unknownModule(let name, let place):
            what = "\(skip.subject): the module of \(name) is not known from its folder (\(place))"
            fix = "name the folder as the target's path: in Package.swift, or move the file to Sources/<Module>"
        case .noPlan(let schemas):
            what = "\(skip.subject): no migration plan lists \(schemas.joined(separator: ", ")), so none is tested"
            fix = "declare a SchemaMigrationPlan over them"
        case .planConstant(let name, let place):
            what = "\(skip.subject): its migration plan \(name) is a constant (\(place)), which no test can name"
            fix = "declare it as a type: enum AppMigrationPlan: DeclaredMigrationPlan { static let plan = … }"
        case .notEvaluable(let schema, let place):
            what = "\(skip.subject) \(versions): the model of \(schema) between cannot be read from source (\(place))"
            fix = "\(ToolCommand.line("check")) names the places"
        case .refusedEntry:
            what = "\(skip.subject) in the fixture tree is a symbolic link or has an unsafe name, and is not read"
            fix = "put the folder itself in its place, under a name such as 2.0.0"
        }
    }
}

extension ScaffoldSkip.Reason {
    /// The reason's name in JSON.
    var name: String {
        switch self {
        case .declarationGone: "declarationGone"
        case .sharedName: "sharedName"
        case .unversioned: "unversioned"
        case .coreDataModel: "coreDataModel"
        case .freezeRay: "freezeRay"
        case .damaged: "damaged"
        case .unknownModule: "unknownModule"
        case .noPlan: "noPlan"
        case .planConstant: "planConstant"
        case .notEvaluable: "notEvaluable"
        case .refusedEntry: "refusedEntry"
        }
    }
}
