import Foundation
import PermafrostTestSupport
import Testing

/// The real stores, which are outside the project.
enum Conformance {
    /// Enables tests of real stores only if the stores are available.
    static let isPresent: ConditionTrait = .enabled(Comment(rawValue: Evidence.stores.reason)) {
        try Evidence.stores.isUsable()
    }

    /// Returns the names of all stores whose names begin with the prefix.
    static func stores(_ prefix: String = "") -> [String] { RealStores.names(prefix) }

    static func path(_ store: String) -> String { RealStores.url(store).path }

    /// Returns the results of an independent reader for a store.
    static func expected(_ store: String) throws -> Expected {
        try JSONDecoder().decode(Expected.self, from: RealStores.expected(store))
    }
}

/// The contents of `NAME.expected.json`, with the model as loose JSON.
struct Expected: Decodable {
    var uuid: String
    var frameworkVersion: Int64
    var versionIdentifiers: [String]
    var versionHashes: [String: String]
    var digest: String?
    var checksum: String?
    var rowCounts: [String: Int]
    var ddl: [String]
    var ddlSHA256: String
    var primaryKeys: [[JSON]]
    var model: JSON
}

/// Any JSON value.
indirect enum JSON: Decodable, Hashable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    subscript(key: String) -> JSON? {
        if case .object(let entries) = self { entries[key] } else { nil }
    }

    var array: [JSON] { if case .array(let elements) = self { elements } else { [] } }
    var object: [String: JSON] { if case .object(let entries) = self { entries } else { [:] } }
    var string: String? { if case .string(let string) = self { string } else { nil } }
    var integer: Int64? { if case .integer(let integer) = self { integer } else { nil } }

    /// The text of the value, which doesn't depend on the order of keys.
    var text: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .double(let value): "\(value)"
        case .string(let value): "\"\(value)\""
        case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
        case .object(let entries):
            "{" + entries.keys.sorted().map { "\($0):\(entries[$0]?.text ?? "")" }.joined(separator: ",") + "}"
        }
    }
}
