/// A writer for the binary property list format (`bplist00`).
///
/// It replaces Foundation's serializer, which writes a dictionary in a different order in each run, although a store
/// must always have the same bytes. On Linux, Foundation also has no public type for a keyed archive's references (type
/// 8).
struct BinaryPropertyListWriter {
    /// An object of the list. Arrays and dictionaries contain the numbers of their elements, which are encoded after
    /// all objects are numbered, because their size depends on the number of objects.
    private enum Object {
        case scalar([UInt8])
        case array([Int])
        case dictionary(keys: [Int], values: [Int])
    }

    private var objects: [Object] = []
    private var strings: [String: Int] = [:]
    private var references: [Int: Int] = [:]
    private var others: [PropertyListValue: Int] = [:]

    /// Returns a property list with the given root object. Equal values other than arrays and dictionaries are written
    /// once.
    static func encode(_ root: PropertyListValue) -> [UInt8] {
        var writer = BinaryPropertyListWriter()
        let rootNumber = writer.number(of: root)
        return writer.assemble(root: rootNumber)
    }

    private mutating func number(of value: PropertyListValue) -> Int {
        let number = objects.count
        switch value {
        case .array(let elements):
            objects.append(.scalar([]))
            objects[number] = .array(elements.map { self.number(of: $0) })
            return number
        case .dictionary(let entries):
            objects.append(.scalar([]))
            let keys = entries.map { self.number(of: .string($0.key)) }
            objects[number] = .dictionary(keys: keys, values: entries.map { self.number(of: $0.value) })
            return number
        case .string(let string):
            if let known = strings[string] { return known }
            strings[string] = number
        case .reference(let reference):
            if let known = references[reference] { return known }
            references[reference] = number
        default:
            if let known = others[value] { return known }
            others[value] = number
        }
        objects.append(.scalar(Self.scalar(value)))
        return number
    }

    private func assemble(root: Int) -> [UInt8] {
        let referenceSize = Self.integerSize(UInt64(objects.count))
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        offsets.reserveCapacity(objects.count)
        bytes.reserveCapacity(objects.count * 24)
        for object in objects {
            offsets.append(bytes.count)
            switch object {
            case .scalar(let scalar): bytes += scalar
            case .array(let elements):
                bytes += Self.marker(0xA0, count: elements.count)
                for element in elements { Self.append(UInt64(element), size: referenceSize, to: &bytes) }
            case .dictionary(let keys, let values):
                bytes += Self.marker(0xD0, count: keys.count)
                for key in keys { Self.append(UInt64(key), size: referenceSize, to: &bytes) }
                for value in values { Self.append(UInt64(value), size: referenceSize, to: &bytes) }
            }
        }
        let table = bytes.count
        let offsetSize = Self.integerSize(UInt64(table))
        for offset in offsets { Self.append(UInt64(offset), size: offsetSize, to: &bytes) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [objects.count, root, table] { Self.append(UInt64(number), size: 8, to: &bytes) }
        return bytes
    }

    private static func scalar(_ value: PropertyListValue) -> [UInt8] {
        switch value {
        case .boolean(let boolean): return [boolean ? 0x09 : 0x08]
        case .integer(let integer): return Self.integer(integer)
        case .real(let real): return [0x23] + bigEndian(real.bitPattern, size: 8)
        case .date(let seconds): return [0x33] + bigEndian(seconds.bitPattern, size: 8)
        case .data(let bytes): return marker(0x40, count: bytes.count) + bytes
        case .string(let string):
            if string.utf8.allSatisfy({ $0 < 0x80 }) {
                return marker(0x50, count: string.utf8.count) + Array(string.utf8)
            }
            return marker(0x60, count: string.utf16.count)
                + string.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        case .reference(let number):
            let size = integerSize(UInt64(number))
            return [0x80 | UInt8(size - 1)] + bigEndian(UInt64(number), size: size)
        case .array, .dictionary: return []
        }
    }

    private static func integer(_ integer: Int64) -> [UInt8] {
        guard integer >= 0 else { return [0x13] + bigEndian(UInt64(bitPattern: integer), size: 8) }
        let size = integerSize(UInt64(integer))
        return [0x10 | UInt8(size.trailingZeroBitCount)] + bigEndian(UInt64(integer), size: size)
    }

    private static func marker(_ kind: UInt8, count: Int) -> [UInt8] {
        count < 15 ? [kind | UInt8(count)] : [kind | 0x0F] + integer(Int64(count))
    }

    /// Returns the smallest of the sizes 1, 2, 4 and 8 bytes that can represent the number.
    private static func integerSize(_ number: UInt64) -> Int {
        switch number {
        case 0...0xFF: 1
        case 0...0xFFFF: 2
        case 0...0xFFFF_FFFF: 4
        default: 8
        }
    }

    private static func bigEndian(_ number: UInt64, size: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        append(number, size: size, to: &bytes)
        return bytes
    }

    private static func append(_ number: UInt64, size: Int, to bytes: inout [UInt8]) {
        for shift in stride(from: 8 * (size - 1), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }
}
