/// The keys and names that the archive's writer and reader share.
package enum ArchiveKeys {
    /// The name of the configuration that contains every entity of a model without named configurations.
    package static let defaultConfiguration = "default"
    /// The user info key that SwiftData uses to mark a composite as an enum.
    package static let enumeration = "EnumType"
    /// The user info key that lists the cases of an enum without raw values.
    package static let enumerationCases = "enum"
    /// The bit of an attribute's `NSFlagsKey` that is set if the attribute has external storage.
    package static let externalStorageFlag: Int64 = 4
    /// The bit of an attribute's `NSFlagsKey` that is set if the history preserves the attribute's value when a row
    /// is deleted.
    package static let preservesValueFlag: Int64 = 16
}
