/// A writer for the binary property list format (`bplist00`).
///
/// It replaces Foundation's serializer, which writes a dictionary in a different order in each run, although a store
/// must always have the same bytes. On Linux, Foundation also has no public type for a keyed archive's references (type
/// 8).
package struct BinaryPropertyListWriter {
    /// An object of the list, with the position of its content.
    private enum Object {
        /// A range of ``scalars`` contains the encoded object.
        case scalar(start: Int, end: Int)
        /// A range of ``elements`` contains the numbers of the array's elements.
        case array(start: Int, count: Int)
        /// A range of ``elements`` contains the numbers of the keys, followed by the numbers of the values.
        case dictionary(start: Int, count: Int)
    }

    private var objects: [Object] = []
    private var scalars: [UInt8] = []
    /// The numbers of the elements of all arrays and dictionaries. They are encoded after all objects are numbered,
    /// because their size depends on the number of objects.
    private var elements: [Int] = []
    private var strings: [String: Int] = [:]
    private var integers: [Int: Int] = [:]
    private var references: [Int: Int] = [:]
    private var booleans: (no: Int?, yes: Int?)
    /// The numbers of all other values, which most lists don't have. Frequent values have dictionaries with simple
    /// keys, because Swift takes long to create the first dictionary with this type of key.
    private var others: [PropertyListValue: Int] = [:]

    /// Returns a property list with the given root object. Equal values other than arrays and dictionaries are written
    /// once.
    package static func encode(_ root: PropertyListValue) -> [UInt8] {
        var writer = BinaryPropertyListWriter()
        let rootNumber = writer.number(of: root)
        return writer.assemble(root: rootNumber)
    }

    /// Numbers a value and the values in it. An array or dictionary has a lower number than its elements.
    private mutating func number(of value: PropertyListValue) -> Int {
        let number = objects.count
        switch value {
        case .array(let values):
            let start = reserve(values.count)
            objects.append(.array(start: start, count: values.count))
            for (offset, value) in values.enumerated() { elements[start + offset] = self.number(of: value) }
            return number
        case .dictionary(let entries):
            let start = reserve(2 * entries.count)
            objects.append(.dictionary(start: start, count: entries.count))
            for (offset, entry) in entries.enumerated() { elements[start + offset] = self.number(ofString: entry.key) }
            for (offset, entry) in entries.enumerated() {
                elements[start + entries.count + offset] = self.number(of: entry.value)
            }
            return number
        case .string(let string):
            return self.number(ofString: string)
        case .boolean(let boolean):
            if let known = boolean ? booleans.yes : booleans.no { return known }
            if boolean { booleans.yes = number } else { booleans.no = number }
        case .integer(let integer) where Int(exactly: integer) != nil:
            if let known = integers[Int(integer)] { return known }
            integers[Int(integer)] = number
        case .reference(let reference):
            if let known = references[reference] { return known }
            references[reference] = number
        case .integer, .real, .date, .data:
            if let known = others[value] { return known }
            others[value] = number
        }
        append(value)
        return number
    }

    private mutating func number(ofString string: String) -> Int {
        if let known = strings[string] { return known }
        let number = objects.count
        strings[string] = number
        append(.string(string))
        return number
    }

    private mutating func append(_ value: PropertyListValue) {
        let start = scalars.count
        scalars += Self.scalar(value)
        objects.append(.scalar(start: start, end: scalars.count))
    }

    /// Makes room in ``elements`` for a number of elements, and returns the index of the first.
    private mutating func reserve(_ count: Int) -> Int {
        let start = elements.count
        elements.append(contentsOf: repeatElement(0, count: count))
        return start
    }

    private func assemble(root: Int) -> [UInt8] {
        let referenceSize = Self.integerSize(UInt64(objects.count))
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        offsets.reserveCapacity(objects.count)
        bytes.reserveCapacity(scalars.count + objects.count * 12 + elements.count * referenceSize)
        for object in objects {
            offsets.append(bytes.count)
            let range: Range<Int>
            switch object {
            case .scalar(let start, let end):
                bytes += scalars[start..<end]
                continue
            case .array(let start, let count):
                bytes += Self.marker(0xA0, count: count)
                range = start..<(start + count)
            case .dictionary(let start, let count):
                bytes += Self.marker(0xD0, count: count)
                range = start..<(start + 2 * count)
            }
            for element in elements[range] { Self.append(UInt64(element), size: referenceSize, to: &bytes) }
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
