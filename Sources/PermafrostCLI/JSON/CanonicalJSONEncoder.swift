import PermafrostModel

extension CanonicalJSON {
    /// Encodes a value. A property that is nil is omitted. A property that is ``null`` is written as `null`.
    init(encoding value: some Encodable) throws {
        let node = CanonicalJSONEncoder.Node()
        try node.encode(value)
        self = node.json
    }
}

extension CanonicalJSON: Encodable {
    /// Encodes the value as the same JSON. The encoder of ``init(encoding:)`` takes the value unchanged instead.
    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .object(let members):
            var container = encoder.container(keyedBy: JSONKey.self)
            for member in members { try container.encode(member.value, forKey: JSONKey(stringValue: member.key)) }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(element) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .boolean(let value): try value.encode(to: encoder)
        case .integer(let value): try value.encode(to: encoder)
        case .double(let value): try value.encode(to: encoder)
        case .string(let value): try value.encode(to: encoder)
        }
    }
}

/// A key that is only known when a value is encoded.
struct JSONKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// The encoder of ``CanonicalJSON/init(encoding:)``. Foundation's encoder can't write the layouts of canonical JSON.
private struct CanonicalJSONEncoder: Encoder {
    /// A value that is being encoded.
    fileprivate final class Node {
        private var value = CanonicalJSON.null
        private var members: [(key: String, node: Node)]?
        private var elements: [Node]?

        var count: Int { elements?.count ?? 0 }

        var json: CanonicalJSON {
            if let members { return .object(members.map { ($0.key, $0.node.json) }) }
            return elements.map { .array($0.map(\.json)) } ?? value
        }

        func startObject() { members = members ?? [] }
        func startArray() { elements = elements ?? [] }

        func member(_ key: any CodingKey) -> Node {
            let node = Node()
            members?.append((key.stringValue, node))
            return node
        }

        func element() -> Node {
            let node = Node()
            elements?.append(node)
            return node
        }

        func encode(_ value: some Encodable) throws {
            switch value {
            case let string as String: self.value = .string(string)
            case let integer as Int: self.value = .integer(Int64(integer))
            case let boolean as Bool: self.value = .boolean(boolean)
            case let integer as any FixedWidthInteger: self.value = .integer(Int64(integer))
            case let double as Double: self.value = .double(double)
            case let json as CanonicalJSON: self.value = json
            default: try value.encode(to: CanonicalJSONEncoder(node: self))
            }
        }
    }

    let node: Node
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        node.startObject()
        return KeyedEncodingContainer(Members(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.startArray()
        return Elements(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleValue(node: node) }

    private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let node: Node
        var codingPath: [any CodingKey] { [] }

        func encodeNil(forKey key: Key) { _ = node.member(key) }
        func encode(_ value: some Encodable, forKey key: Key) throws { try node.member(key).encode(value) }
        func superEncoder() -> any Encoder { superEncoder(forKey: JSONKey(stringValue: "super")) }
        func superEncoder(forKey key: Key) -> any Encoder { CanonicalJSONEncoder(node: node.member(key)) }
        func superEncoder(forKey key: JSONKey) -> any Encoder { CanonicalJSONEncoder(node: node.member(key)) }

        func nestedContainer<Other>(keyedBy type: Other.Type, forKey key: Key) -> KeyedEncodingContainer<Other> {
            CanonicalJSONEncoder(node: node.member(key)).container(keyedBy: type)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            CanonicalJSONEncoder(node: node.member(key)).unkeyedContainer()
        }
    }

    private struct Elements: UnkeyedEncodingContainer {
        let node: Node
        var codingPath: [any CodingKey] { [] }
        var count: Int { node.count }

        func encodeNil() { _ = node.element() }
        func encode(_ value: some Encodable) throws { try node.element().encode(value) }
        func superEncoder() -> any Encoder { CanonicalJSONEncoder(node: node.element()) }

        func nestedContainer<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            CanonicalJSONEncoder(node: node.element()).container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            CanonicalJSONEncoder(node: node.element()).unkeyedContainer()
        }
    }

    private struct SingleValue: SingleValueEncodingContainer {
        let node: Node
        var codingPath: [any CodingKey] { [] }

        func encodeNil() {}
        func encode(_ value: some Encodable) throws { try node.encode(value) }
    }
}
