/// Writes the binary property list format (`bplist00`).
///
/// Foundation's serializer cannot serve: on Linux it has no public value for a keyed archive's references (type 8), and
/// it writes dictionaries in an order that differs between runs, where a store must be the same bytes every time.
struct BinaryPropertyListWriter {
    private var objects: [[UInt8]] = []
    private var numbers: [PropertyListValue: Int] = [:]
    private var referenceSize = 1

    /// The list of which `root` is the root object. Equal strings, numbers and data are written once.
    static func encode(_ root: PropertyListValue) -> [UInt8] {
        var counter = BinaryPropertyListWriter()
        counter.count(root)
        var writer = BinaryPropertyListWriter()
        writer.referenceSize = integerSize(UInt64(counter.objects.count + counter.numbers.count))
        let rootNumber = writer.write(root)
        return writer.assemble(root: rootNumber)
    }

    /// Counts objects, since the width of a reference must be known before the first is written.
    private mutating func count(_ value: PropertyListValue) {
        switch value {
        case .array(let elements):
            objects.append([])
            for element in elements { count(element) }
        case .dictionary(let entries):
            objects.append([])
            for entry in entries {
                numbers[.string(entry.key)] = 0
                count(entry.value)
            }
        default: numbers[value] = 0
        }
    }

    private mutating func write(_ value: PropertyListValue) -> Int {
        let number = objects.count
        switch value {
        case .array(let elements):
            objects.append([])
            let references = elements.map { write($0) }
            objects[number] = Self.marker(0xA0, count: references.count) + references.flatMap(reference)
        case .dictionary(let entries):
            objects.append([])
            let keys = entries.map { write(.string($0.key)) }
            let values = entries.map { write($0.value) }
            objects[number] =
                Self.marker(0xD0, count: entries.count) + keys.flatMap(reference) + values.flatMap(reference)
        default:
            if let known = numbers[value] { return known }
            numbers[value] = number
            objects.append(Self.scalar(value))
        }
        return number
    }

    private func reference(_ number: Int) -> [UInt8] {
        Self.bigEndian(UInt64(number), size: referenceSize)
    }

    private func assemble(root: Int) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        offsets.reserveCapacity(objects.count)
        for object in objects {
            offsets.append(bytes.count)
            bytes += object
        }
        let table = bytes.count
        let offsetSize = Self.integerSize(UInt64(table))
        for offset in offsets { bytes += Self.bigEndian(UInt64(offset), size: offsetSize) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        bytes += Self.bigEndian(UInt64(objects.count), size: 8)
        bytes += Self.bigEndian(UInt64(root), size: 8)
        bytes += Self.bigEndian(UInt64(table), size: 8)
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

    /// The fewest of 1, 2, 4 and 8 bytes that hold the number.
    private static func integerSize(_ number: UInt64) -> Int {
        switch number {
        case 0...0xFF: 1
        case 0...0xFFFF: 2
        case 0...0xFFFF_FFFF: 4
        default: 8
        }
    }

    private static func bigEndian(_ number: UInt64, size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (size - 1 - $0))) }
    }
}
