/// The schema of a CloudKit container, in the CloudKit Schema Language: record types with their fields. Roles, grants
/// and indexes are left out.
package struct CloudKitSchema: Sendable, Hashable {
    /// A line and a column in the schema's file. Both start at 1, and the column counts UTF-8 bytes.
    package struct Position: Sendable, Hashable {
        package let line: Int
        package let column: Int
    }

    package struct Field: Sendable, Hashable {
        package let name: String
        package let type: CloudKitFieldType
        package let position: Position
    }

    package struct RecordType: Sendable, Hashable {
        package let name: String
        /// The fields, in the order of the file.
        package let fields: [Field]
        package let position: Position

        private let indexByName: [String: Int]

        /// Creates a record type. The fields' names must be unique.
        init(name: String, fields: [Field], position: Position) {
            self.name = name
            self.fields = fields
            self.position = position
            indexByName = Dictionary(fields.enumerated().map { ($1.name, $0) }) { first, _ in first }
        }

        /// Returns the field with the given name, or nil if the record type doesn't have it.
        package func field(named name: String) -> Field? { indexByName[name].map { fields[$0] } }
    }

    /// The record types, in the order of the file.
    package let recordTypes: [RecordType]

    private let indexByName: [String: Int]

    /// Creates a schema. The record types' names must be unique.
    init(recordTypes: [RecordType]) {
        self.recordTypes = recordTypes
        indexByName = Dictionary(recordTypes.enumerated().map { ($1.name, $0) }) { first, _ in first }
    }

    /// Returns the record type with the given name, or nil if the schema doesn't have it.
    package func recordType(named name: String) -> RecordType? { indexByName[name].map { recordTypes[$0] } }
}
