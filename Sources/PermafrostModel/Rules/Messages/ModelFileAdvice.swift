/// The fixes for changes between two versions of a Core Data model. These fixes refer to Xcode's editor and mapping
/// models, instead of the stages and hooks of a plan in Swift.
enum ModelFileAdvice {
    /// The fix for PF0208.
    static let requiredAttribute = "Give the attribute a default in Xcode, or make it optional"
    /// The fix for PF0209.
    static let requiredToOne = "Make it optional, or choose the rows with a mapping model"
    /// The fix for PF0214.
    static let changedType =
        "Convert the values with a mapping model. Or add an attribute of the new type next to it, and remove the old one in the "
        + "next version"
    /// The fix for PF0219 if the attribute is new.
    static let newAndUnique = "Fill it in after the app has migrated, and make it unique in the next version"
    /// The fix for PF0219.
    static let unique = "Remove duplicates from the store before it is migrated, or leave them out with a mapping model"
    /// The fix for PF0215.
    static let replacedRelationship =
        "Keep the old relationship next to the new one for one version, or copy the links with a mapping model"
    /// The fix for PF0227.
    static let droppedValues = "To keep them, copy them with a mapping model"

    /// Returns the fix for PF0213.
    static func renamed(from oldName: String) -> String {
        "If it was renamed, give it the renaming identifier \(oldName) in Xcode"
    }
}
