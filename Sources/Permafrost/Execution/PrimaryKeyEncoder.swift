import Foundation
import SwiftData

/// An encoder that reads the primary key from a row's identifier. The key identifies the row before and after a stage.
///
/// Apple's `PersistentIdentifier` reveals its key only to an encoder. It encodes as `{"implementation": {"primaryKey":
/// "p12", "entityName": …}}`. This package's `PersistentIdentifier` encodes in the same form, with the key first.
/// Encoding stops after the key. One encoder can read many identifiers.
final class PrimaryKeyEncoder {
    private var found: Int64?

    /// Returns the key of a saved row.
    ///
    /// - Throws: ``MigrationError`` with `.store(.unreadable)` if the identifier doesn't belong to a saved row.
    func key(of identifier: PersistentIdentifier) throws -> Int64 {
        #if os(Linux)
            // The identifiers of this package's SwiftData reveal the key without being encoded.
            if let key = identifier.rowKey { return key }
        #endif
        return try encodedKey(of: identifier)
    }

    /// Returns the key of a saved row from the encoded form of its identifier. Throws the same error as ``key(of:)``.
    func encodedKey(of identifier: PersistentIdentifier) throws -> Int64 {
        found = nil
        do { try identifier.encode(to: self) } catch is KeyFound {}
        if let found { return found }
        // As a last resort, use the identifier's URI, which ends in `/p12`.
        let text = "\(identifier.id)"
        if let place = text.range(of: "/p", options: .backwards),
            let key = Int64(text[place.upperBound...].prefix { $0.isNumber })
        {
            return key
        }
        throw MigrationError(
            .store(.unreadable(reason: "The row \(identifier) has no primary key: it was never saved.")))
    }

    /// Records the key and stops the encoding if the string is a primary key, such as `p12`.
    fileprivate func take(_ text: String) throws {
        guard text.first == "p", let key = Int64(text.dropFirst()) else { return }
        found = key
        throw Self.keyFound
    }

    /// An error that stops an identifier's encoding. One value is reused for all rows.
    private struct KeyFound: Error {}
    private static let keyFound: any Error = KeyFound()
}

extension PrimaryKeyEncoder: Encoder {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(PrimaryKeyContainer<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { OtherValues(encoder: self) }
    func singleValueContainer() -> any SingleValueEncodingContainer { OtherValues(encoder: self) }
}

/// A container that passes the string for the key `primaryKey` to the encoder, at any depth, and ignores other strings
/// and numbers.
private struct PrimaryKeyContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: PrimaryKeyEncoder
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) {}
    mutating func encode(_ value: Bool, forKey key: Key) {}
    mutating func encode(_ value: Double, forKey key: Key) {}
    mutating func encode(_ value: Float, forKey key: Key) {}
    mutating func encode(_ value: String, forKey key: Key) throws {
        if key.stringValue == "primaryKey" { try encoder.take(value) }
    }
    mutating func encode<Number: FixedWidthInteger & Encodable>(_ value: Number, forKey key: Key) {}

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        // The identifier's other values don't contain the key.
        if value is String? { return }
        try value.encode(to: encoder)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder.container(keyedBy: type) }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { encoder }
    mutating func superEncoder(forKey key: Key) -> any Encoder { encoder }
}

/// A container for values without a coding key. They can't be the primary key, but keyed values inside them are
/// searched.
private struct OtherValues: UnkeyedEncodingContainer, SingleValueEncodingContainer {
    let encoder: PrimaryKeyEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }

    mutating func encodeNil() {}
    mutating func encode(_ value: Bool) {}
    mutating func encode(_ value: String) {}
    mutating func encode(_ value: Double) {}
    mutating func encode(_ value: Float) {}
    mutating func encode(_ value: Int) {}
    mutating func encode(_ value: Int8) {}
    mutating func encode(_ value: Int16) {}
    mutating func encode(_ value: Int32) {}
    mutating func encode(_ value: Int64) {}
    mutating func encode(_ value: UInt) {}
    mutating func encode(_ value: UInt8) {}
    mutating func encode(_ value: UInt16) {}
    mutating func encode(_ value: UInt32) {}
    mutating func encode(_ value: UInt64) {}
    mutating func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: encoder) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        encoder.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
    mutating func superEncoder() -> any Encoder { encoder }
}
