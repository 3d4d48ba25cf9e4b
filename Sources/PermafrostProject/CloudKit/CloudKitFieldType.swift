/// The type of a field in the CloudKit Schema Language, such as `ENCRYPTED STRING` or `LIST<REFERENCE>`.
package struct CloudKitFieldType: Sendable, Hashable, CustomStringConvertible {
    /// A type of single values. The raw values are the language's keywords.
    package enum Kind: String, Sendable, Hashable, CaseIterable {
        case asset = "ASSET"
        case bytes = "BYTES"
        case double = "DOUBLE"
        case int64 = "INT64"
        case location = "LOCATION"
        /// A number whose type the server chose when a record was first saved.
        case number = "NUMBER"
        case reference = "REFERENCE"
        case string = "STRING"
        case timestamp = "TIMESTAMP"
    }

    package var kind: Kind
    package var isEncrypted = false
    package var isList = false
    /// The type that a `NUMBER` is treated as, or nil if the schema doesn't specify it.
    package var preferred: Kind?

    init(_ kind: Kind, isEncrypted: Bool = false, isList: Bool = false, preferred: Kind? = nil) {
        self.kind = kind
        self.isEncrypted = isEncrypted
        self.isList = isList
        self.preferred = preferred
    }

    /// The type as the language writes it.
    package var description: String {
        let name = kind.rawValue + (preferred.map { " PREFERRED AS \($0.rawValue)" } ?? "")
        let value = (isEncrypted ? "ENCRYPTED " : "") + name
        return isList ? "LIST<\(value)>" : value
    }
}
