/// The reason that a text isn't a schema in the CloudKit Schema Language, with its position.
package struct CloudKitSchemaError: Error, Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// The file has more bytes than ``CloudKitSchemaParser/sizeLimit``.
        case tooLarge
        /// The text isn't UTF-8, for example because it is UTF-16.
        case notUTF8
        case unexpectedByte(UInt8)
        /// The file contains something that the grammar doesn't allow there. Both values are phrases for the
        /// message.
        case unexpected(String, expected: String)
        /// The file ends in the middle of the schema.
        case endsEarly(expected: String)
        case unclosedComment
        case unclosedName
        case longName
        /// The record type has the same name as an earlier one, which is on the given line.
        case repeatedType(String, line: Int)
        /// The field has the same name as an earlier field of its record type, which is on the given line.
        case repeatedField(String, of: String, line: Int)
    }

    package let reason: Reason
    package let position: CloudKitSchema.Position

    init(_ reason: Reason, at position: CloudKitSchema.Position) {
        self.reason = reason
        self.position = position
    }
}
