import PermafrostModel
import PermafrostSource

/// The message about a problem with a Core Data model file.
struct ModelFileMessage {
    let what: String
    let fix: String?

    private static let asXcodeWrote = "Open the model in Xcode and save it, or restore the file from git"

    init(_ problem: ModelFileProblem) {
        switch problem {
        case .notXML(let message):
            what = "The model file isn't well-formed XML: \(message)"
            fix = Self.asXcodeWrote
        case .encoding:
            what = "The model file isn't in UTF-8"
            fix = Self.asXcodeWrote
        case .entityDeclaration:
            what = "The model file declares XML entities, which Permafrost never expands"
            fix = "Remove the declarations"
        case .beyondLimit(let subject, let limit):
            what = "The model file has more than \(limit) \(subject)"
            fix = "Restore the file from git. Permafrost doesn't read model files beyond this limit"
        case .notAModel(let element):
            what = "The file contains <\(element)> instead of a Core Data model"
            fix =
                "Specify a .xcdatamodeld or .xcdatamodel from Xcode. If the model is from Xcode 3, first save it in a newer Xcode"
        case .missingAttribute(let element, let attribute):
            what = "<\(element)> has no \(attribute)"
            fix = Self.asXcodeWrote
        case .invalidValue(let element, let attribute, let value):
            what = "The value \"\(value)\" of \(attribute) in <\(element)> is unknown"
            fix = "Correct the value in Xcode. If Apple has added the value, please report it as an issue of Permafrost"
        case .unreadableDefault(let attribute, let text):
            what =
                "The default \"\(text)\" of \(attribute) isn't a value of the attribute's type, so Permafrost ignores "
                + "the default"
            fix = "Correct the default in Xcode. The version hash doesn't depend on it"
        case .unknownComposite(let entity, let property):
            what =
                "The elements of the composite attribute \(entity).\(property) aren't in the model, so the version "
                + "hash is unknown"
            fix = "Choose the attribute's composite in Xcode"
        case .duplicateProperty(let entity, let property):
            what = "\(entity) has two properties named \(property)"
            fix = "Rename one of the two properties"
        case .expressionIndex(let entity, let index):
            what =
                "The index \(index) of \(entity) is ignored, because the index contains an expression. The fixture's "
                + "store doesn't have the index, and the version hash doesn't depend on it"
            fix = nil
        case .noVersion:
            what = "The model contains no readable version. A version is a file such as Model.xcdatamodel/contents"
            fix = "Specify a .xcdatamodeld or .xcdatamodel from Xcode"
        case .noContents(let version, let isOfXcode3):
            what =
                "\(version) has no file named contents"
                + (isOfXcode3 ? ", because Xcode 3 saved it in a form that Permafrost can't read" : "")
                + ", so the version isn't checked"
            fix = isOfXcode3 ? "Open the version in Xcode and save it" : "Restore the file from git"
        case .unknownCurrentVersion(let name?):
            what = "The current version of the model is \(name), which isn't in the bundle"
            fix = "Choose the current version in Xcode"
        case .unknownCurrentVersion(nil):
            what = "The model's .xccurrentversion can't be read"
            fix = "Choose the current version in Xcode"
        case .unknownMapping:
            what = "The mapping model doesn't specify the versions that it maps"
            fix = "Choose its source and destination in Xcode"
        case .missingPolicy(let name, let declared?):
            what =
                "The mapping model names the policy class \(name), but the sources declare it as \(declared). If Core Data "
                + "finds no class with the name, the migration fails (\(CoreDataFailure.migrationFailed.code))"
            fix = "Set the custom policy in the mapping model to the name that the class has at run time"
        case .missingPolicy(let name, nil):
            what =
                "The mapping model names the policy class \(name), which the project's sources don't declare. If no library "
                + "declares it either, the migration fails (\(CoreDataFailure.migrationFailed.code))"
            fix = "Declare the class, or remove the custom policy from the mapping model"
        }
    }
}

/// The consequences of a container that doesn't match its plan.
enum ContainerMessage {
    /// Returns the consequence if the container's models aren't a version of the plan.
    static func cannotBeMade(_ staging: Staging) -> String {
        effect(
            "users whose store needs a migration",
            "The container can't be made (\(CoreDataFailure.unknownCoordinatorModelVersion.code))", staging)
            ?? "users with a store of this container. The store matches no version in the plan. It \(Staging.opensToday)"
    }

    /// Returns the consequence if the container's models are an older version of the plan. Nil if the plan has no stage.
    static func opensOlderVersion(_ staging: Staging) -> String? {
        effect(
            "users whose store has a later version",
            """
            The container can't open the store (\(CoreDataFailure.backwardMigration.code)), and stores aren't migrated \
            to the last version. This assumes that SwiftData opens a container with an older version, as developers report
            """, staging)
    }

    private static func effect(_ users: String, _ effect: String, _ staging: Staging) -> String? {
        switch staging {
        case .noPlan, .noStages: nil
        case .staged: "\(users). \(effect)"
        case .partlyStaged(let staged, _): "\(users), on \(staged.listed). \(effect)"
        case .unknown: "\(users), if the plan has a stage, which Permafrost can't determine. \(effect)"
        }
    }
}
