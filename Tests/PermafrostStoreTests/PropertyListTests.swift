import Foundation
import PermafrostModel
import Testing

@testable import PermafrostStore

@Suite("Binary property lists")
struct PropertyListTests {
    static let values: [PropertyListValue] = [
        .boolean(true), .boolean(false), .integer(0), .integer(255), .integer(256), .integer(65_536),
        .integer(.max), .integer(-1), .integer(.min), .real(0.5), .real(-.greatestFiniteMagnitude), .date(12.5),
        .string(""), .string("fourteen chars"), .string("fifteen chars.."), .string("Grüße 🏔️"),
        .string(String(repeating: "x", count: 70_000)), .data([]), .data([UInt8](repeating: 7, count: 300)),
        .reference(0), .reference(70_000), .array([]), .array([.integer(1), .array([.string("a")])]),
        .dictionary([.init("b", .integer(1)), .init("a", .string("b"))]),
        .array((0..<400).map { .integer(Int64($0)) }),
    ]

    @Test("Written lists can be read", arguments: values)
    func roundTrip(value: PropertyListValue) throws {
        #expect(try BinaryPropertyListReader.decode(BinaryPropertyListWriter.encode(value)) == value)
    }

    @Test("Foundation can read written lists", arguments: values)
    func foundation(value: PropertyListValue) throws {
        if case .reference = value { return }
        let bytes = Data(BinaryPropertyListWriter.encode(value))
        let read = try PropertyListSerialization.propertyList(from: bytes, format: nil)
        let again = try PropertyListSerialization.data(fromPropertyList: read, format: .binary, options: 0)
        var sorted = try BinaryPropertyListReader.decode([UInt8](again))
        if case .dictionary(let entries) = sorted { sorted = .dictionary(entries.sorted { $0.key > $1.key }) }
        #expect(sorted == value)
    }
}
