/// Names with which an archive's writer and reader must agree.
enum ArchiveKeys {
    /// The configuration that holds every entity of a model without named ones.
    static let defaultConfiguration = "default"
    /// The user info by which SwiftData marks a composite that is an enum.
    static let enumeration = "EnumType"
    /// The user info that lists the cases of an enum without raw values.
    static let enumerationCases = "enum"
    /// Bits of an attribute's `NSFlagsKey`.
    static let externalStorageFlag: Int64 = 4
    static let preservesValueFlag: Int64 = 16
}
