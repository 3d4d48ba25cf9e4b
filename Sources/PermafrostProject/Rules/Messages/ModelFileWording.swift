import PermafrostModel
import PermafrostSource

/// The message about a problem with a Core Data model file.
struct ModelFileWording {
    let what: String
    let fix: String

    private static let asXcodeWrote = "Open the model in Xcode and save it, or restore the file from git"

    init(_ problem: SourceIssue.ModelFileProblem) {
        switch problem {
        case .notXML(let message):
            what = "The model file is not well-formed XML: \(message)"
            fix = Self.asXcodeWrote
        case .encoding:
            what = "The model file is not written in UTF-8"
            fix = Self.asXcodeWrote
        case .entityDeclaration:
            what = "The model file declares XML entities, which are never expanded"
            fix = "Remove the declarations; no model file has any"
        case .beyondLimit(let subject, let limit):
            what = "The model file is beyond what is read: \(subject), at most \(limit)"
            fix = Self.asXcodeWrote
        case .notAModel(let element):
            what = "The file holds <\(element)> and no Core Data model"
            fix = "Name a .xcdatamodeld or .xcdatamodel that Xcode wrote; models of Xcode 3 have to be saved anew"
        case .missingAttribute(let element, let attribute):
            what = "<\(element)> has no \(attribute)"
            fix = Self.asXcodeWrote
        case .invalidValue(let element, let attribute, let value):
            what = "\(attribute)=\"\(value)\" of <\(element)> is not known"
            fix = "Correct it in Xcode; if Apple added it, please report it"
        case .unreadableDefault(let attribute, let text):
            what = "The default \"\(text)\" of \(attribute) is not a value of its type, and is read as no default"
            fix = "Correct it in Xcode; the version hash does not depend on it"
        case .unknownComposite(let entity, let property):
            what = "The elements of the composite attribute \(entity).\(property) are not in the model"
            fix = "Choose its composite in Xcode; its version hash is not known without"
        case .duplicateProperty(let entity, let property):
            what = "\(entity) has two properties named \(property)"
            fix = "Rename one of them"
        case .expressionIndex(let entity, let index):
            what = "The index \(index) of \(entity) is over an expression, and is read without it"
            fix = "Nothing: no version hash depends on it, and the fixture's store goes without"
        case .noVersion:
            what = "The model holds no version that can be read (X.xcdatamodel/contents)"
            fix = "Name a .xcdatamodeld or .xcdatamodel that Xcode wrote"
        case .unknownCurrentVersion(let name?):
            what = "The current version of the model is \(name), which is not in the bundle"
            fix = "Choose the current version in Xcode"
        case .unknownCurrentVersion(nil):
            what = "The model's .xccurrentversion cannot be read"
            fix = "Choose the current version in Xcode"
        case .unknownMapping:
            what = "The mapping model does not say between which versions it maps"
            fix = "Choose its source and destination in Xcode"
        }
    }
}

/// The consequences of a container that doesn't fit its plan.
enum ContainerWording {
    /// For a container whose models aren't the models of the plan's last version.
    static let cannotBeMade =
        "Every user whose store has to be migrated: the container cannot be made "
        + "(\(CoreDataFailure.unknownCoordinatorModelVersion.code))"
}
