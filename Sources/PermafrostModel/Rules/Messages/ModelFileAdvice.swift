/// What to do about a change between two versions of a Core Data model: Xcode's editor and mapping models, where a plan in Swift
/// has stages and hooks.
enum ModelFileAdvice {
    /// PF0208.
    static let requiredAttribute = "Give the attribute a default in Xcode, or make it optional"
    /// PF0209.
    static let requiredToOne = "Make it optional, or let a mapping model choose the rows"
    /// PF0214.
    static let changedType =
        "Convert the values by a mapping model; or add an attribute of the new type beside it, and remove the old one in the "
        + "version after"
    /// PF0219, of an attribute that is new.
    static let newAndUnique = "Fill it in when the app has migrated, and make it unique in the version after"
    /// PF0219.
    static let unique = "Remove duplicates from the store before it is migrated, or leave them out by a mapping model"
    /// PF0215.
    static let replacedRelationship =
        "Keep it beside the new one for one version, or let a mapping model take the links over"
    /// PF0227.
    static let droppedValues = "To keep them, carry them over by a mapping model"

    /// PF0213.
    static func renamed(from oldName: String) -> String {
        "If it was, give it the renaming identifier \(oldName) in Xcode"
    }
}
