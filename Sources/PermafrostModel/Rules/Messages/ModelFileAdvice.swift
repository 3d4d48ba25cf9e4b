/// The fixes for changes between two versions of a Core Data model. These fixes refer to Xcode's editor and mapping
/// models, instead of the stages and hooks of a plan in Swift.
enum ModelFileAdvice {
    /// The fix for PF0208.
    static let requiredAttribute = "Give the attribute a default in Xcode, or make the attribute optional"
    /// The fix for PF0209.
    static let requiredToOne = "Make the relationship optional, or choose the destinations with a mapping model"
    /// The fix for PF0214.
    static let changedType =
        "Convert the values with a mapping model. Or add an attribute of the new type next to the old one, and remove the old "
        + "one in the next version"
    /// The fix for PF0219 if the attribute is new.
    static let newAndUnique =
        "Set the values after the app has migrated the store, and make the attribute unique in the next version"
    /// The fix for PF0219 if existing rows may have equal values.
    static let unique =
        "Leave out duplicates with a mapping model. If the app removes duplicates before the migration, explain this "
        + "in a comment on the line above the attribute: <!-- permafrost:ignore PF0219 because … -->"
    /// The fix for PF0215.
    static let replacedRelationship =
        "Keep the old relationship next to the new one for one version, or copy the links with a mapping model"
    /// The end of the fix for PF0227, after `To keep the values, `.
    static let droppedValues = "copy them with a mapping model"

    /// Returns the fix for PF0213.
    static func renamed(from oldName: String) -> String {
        "If this is a rename, set the renaming identifier to \(oldName) in Xcode"
    }
}
