import Foundation
import PermafrostModel

/// A replacement for the strings and numbers in a JSON text. It keeps the structure, the whitespace, `true`, `false`
/// and `null`, and the keys that the value's Swift type defines.
struct JSONReplacement {
    /// The maximum nesting depth. `JSONSerialization` has the same limit.
    private static let depthLimit = 512
    /// The maximum size of a value, in bytes.
    private static let sizeLimit = 16 << 20

    private let input: [UInt8]
    private let values: ValueReplacement
    private var position = 0
    private var output: [UInt8] = []
    /// Whether the original escapes slashes, as `JSONEncoder` does by default.
    private let escapesSlashes: Bool
    /// The enums and structs that enclose the current value, innermost last.
    private var enclosing: [ValueShape] = []

    /// Returns a JSON text with its values replaced, or nil if the bytes aren't JSON.
    ///
    /// - Parameter shape: the Swift type of the value, or nil if it isn't known.
    /// - Throws: ``ValueReplacement/Opaque`` if an object has keys that the type doesn't have, because these may be
    ///   values.
    static func json(
        _ bytes: [UInt8], shape: ValueShape?, _ values: ValueReplacement
    ) throws(ValueReplacement.Opaque) -> [UInt8]? {
        guard bytes.count <= sizeLimit, !bytes.contains(0),
            (try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)) != nil
        else { return nil }
        var replacement = JSONReplacement(bytes, values)
        try replacement.value(shape, depth: 0)
        replacement.copySpace()
        return replacement.position == bytes.count ? replacement.output : nil
    }

    private init(_ input: [UInt8], _ values: ValueReplacement) {
        self.input = input
        self.values = values
        escapesSlashes = input.firstRange(of: Array("\\/".utf8)) != nil
        output.reserveCapacity(input.count)
    }

    private var next: UInt8 { position < input.count ? input[position] : 0 }

    private mutating func copy() {
        guard position < input.count else { return }
        output.append(input[position])
        position += 1
    }

    private mutating func copySpace() {
        while [0x20, 0x09, 0x0A, 0x0D].contains(next) { copy() }
    }

    private mutating func value(_ shape: ValueShape?, depth: Int) throws(ValueReplacement.Opaque) {
        guard depth < Self.depthLimit else { throw ValueReplacement.Opaque(reason: "JSON with too many levels") }
        copySpace()
        let shape = resolved(shape)
        switch next {
        case UInt8(ascii: "{"): try object(shape, depth)
        case UInt8(ascii: "["): try array(shape, depth)
        case UInt8(ascii: "\""):
            let original = string()
            output += quoted(text(original, shape))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): number(shape)
        default: while (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(next) { copy() }
        }
    }

    /// Returns the type without an optional, and the enclosing type that a recursion refers to.
    private func resolved(_ shape: ValueShape?) -> ValueShape? {
        switch shape {
        case .optional(let inner): resolved(inner)
        case .recursion(let level): enclosing.dropLast(level).last
        default: shape
        }
    }

    private mutating func array(_ shape: ValueShape?, _ depth: Int) throws(ValueReplacement.Opaque) {
        var shapes: [ValueShape?] = [nil]
        switch shape {
        case .array(let element), .set(let element): shapes = [element]
        // A dictionary whose keys are neither strings nor integers is an array of keys and values.
        case .dictionary(let key, let value): shapes = [key, value]
        default: break
        }
        copy()
        copySpace()
        var index = 0
        while next != UInt8(ascii: "]"), position < input.count {
            try value(shapes[index % shapes.count], depth: depth + 1)
            index += 1
            copySpace()
            if next == UInt8(ascii: ",") { copy() }
            copySpace()
        }
        copy()
    }

    private mutating func object(
        _ shape: ValueShape?, _ depth: Int, isCase: Bool = false
    ) throws(ValueReplacement.Opaque) {
        let level = enclosing.count
        if let shape, shape.isDeclared, !isCase { enclosing.append(shape) }
        defer { enclosing.removeLast(enclosing.count - level) }
        copy()
        copySpace()
        while next != UInt8(ascii: "}"), position < input.count {
            let key = string()
            let member: ValueShape?
            var holdsCase = false
            switch shape {
            case .dictionary(let keyShape, let value):
                output += quoted(text(key, keyShape))
                member = value
            case .structure(let fields):
                guard let field = fields.first(where: { $0.name == key }) else { throw Self.unknownKey }
                output += quoted(key)
                member = field.shape
            case .enumeration(let cases):
                guard let known = cases.first(where: { $0.name == key }) else { throw Self.unknownKey }
                output += quoted(key)
                member = .structure(known.associatedValues)
                holdsCase = true
            default:
                // The keys of an empty object of an unknown type can't be values.
                throw Self.unknownKey
            }
            copySpace()
            copy()
            copySpace()
            // The values of a case aren't a type of their own.
            if holdsCase, next == UInt8(ascii: "{") {
                try object(member, depth + 1, isCase: true)
            } else {
                try value(member, depth: depth + 1)
            }
            copySpace()
            if next == UInt8(ascii: ",") { copy() }
            copySpace()
        }
        copy()
    }

    private static let unknownKey = ValueReplacement.Opaque(reason: "JSON with keys that the declaration doesn't have")

    /// Reads a string without its quotes and escapes.
    private mutating func string() -> String {
        let start = position
        position += 1
        var isPlain = true
        while position < input.count, next != UInt8(ascii: "\"") {
            if next == UInt8(ascii: "\\") {
                isPlain = false
                position += 1
            }
            position += 1
        }
        position = min(position + 1, input.count)
        let quoted = input[start..<position]
        if isPlain { return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self) }
        let decoded = try? JSONSerialization.jsonObject(with: Data(quoted), options: .fragmentsAllowed)
        // The complete text was valid, so each of its strings is.
        return decoded as? String ?? ""
    }

    private func text(_ original: String, _ shape: ValueShape?) -> String {
        switch resolved(shape) {
        case .enumeration(let cases) where cases.contains(where: { [$0.rawValue, $0.name].contains(original) }):
            return original
        case .scalar("Data"):
            if let data = Data(base64Encoded: original) {
                return Data(values.key.data(Array(data))).base64EncodedString()
            }
        // The key of a dictionary with integers as its keys is a string.
        case .scalar(let name) where name.contains("Int"):
            if let integer = Int64(original) { return String(values.numbers.integer(integer)) }
        default: break
        }
        return values.texts.text(original)
    }

    private mutating func number(_ shape: ValueShape?) {
        let start = position
        while Self.numberBytes.contains(next) { position += 1 }
        let text = String(decoding: input[start..<position], as: UTF8.self)
        var replaced = text
        if case .enumeration(let cases)? = shape, cases.contains(where: { $0.rawValue == text }) {
            replaced = text
        } else if shape == .scalar("Date"), let date = Double(text) {
            replaced = values.numbers.date(date).description
        } else if let integer = Int64(text) {
            replaced = String(values.numbers.integer(integer))
        } else {
            replaced = values.numbers.number(text)
        }
        output += Array(replaced.utf8)
    }

    private static let numberBytes = Set("+-.0123456789eE".utf8)

    private func quoted(_ text: String) -> [UInt8] {
        var json: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "/") where escapesSlashes: json += [UInt8(ascii: "\\"), byte]
            case 0x0A: json += Array("\\n".utf8)
            case 0..<0x20: json += Array("\\u00".utf8) + Array(Digest.hex([byte]).utf8)
            default: json.append(byte)
            }
        }
        return json + [UInt8(ascii: "\"")]
    }
}

extension ValueShape {
    /// Whether the shape is an enum or a struct, which a recursion can refer to.
    fileprivate var isDeclared: Bool {
        switch self {
        case .enumeration, .structure: true
        default: false
        }
    }
}
