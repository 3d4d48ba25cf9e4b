/// A reader for untrusted binary property lists (`bplist00`). It checks every offset and count, and limits the nesting
/// depth and the number of values, so a list that contains itself causes an error.
package struct BinaryPropertyListReader {
    /// The maximum nesting depth. For comparison, archives of models have a depth of 4, and metadata a depth of 3.
    static let depthLimit = 32
    /// The maximum number of values in a list. A value counts once for each reference to it.
    static let valueLimit = 1_000_000

    private let bytes: [UInt8]
    private let offsetSize: Int
    private let referenceSize: Int
    private let objectCount: Int
    private let tableOffset: Int
    private var remaining = Self.valueLimit

    /// Returns whether the bytes begin like a binary property list.
    package static func recognizes(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: Array("bplist0".utf8))
    }

    /// Returns a list's root object. Throws an error if the bytes aren't a valid list or exceed the limits.
    package static func decode(_ bytes: [UInt8]) throws(BinaryPropertyListError) -> PropertyListValue {
        guard recognizes(bytes) else { throw .notBinaryPropertyList }
        guard bytes.count >= 8 + 32 else { throw .outOfBounds }
        let trailer = bytes.count - 32
        var reader = BinaryPropertyListReader(
            bytes: bytes, offsetSize: Int(bytes[trailer + 6]), referenceSize: Int(bytes[trailer + 7]),
            objectCount: try position(bytes, at: trailer + 8, size: 8),
            tableOffset: try position(bytes, at: trailer + 24, size: 8))
        guard (1...8).contains(reader.offsetSize), (1...8).contains(reader.referenceSize),
            reader.objectCount <= trailer, reader.tableOffset <= trailer,
            reader.objectCount * reader.offsetSize <= trailer - reader.tableOffset
        else { throw .outOfBounds }
        return try reader.object(try position(bytes, at: trailer + 16, size: 8), depth: 0)
    }

    private init(bytes: [UInt8], offsetSize: Int, referenceSize: Int, objectCount: Int, tableOffset: Int) {
        self.bytes = bytes
        self.offsetSize = offsetSize
        self.referenceSize = referenceSize
        self.objectCount = objectCount
        self.tableOffset = tableOffset
    }

    private mutating func object(_ number: Int, depth: Int) throws(BinaryPropertyListError) -> PropertyListValue {
        guard number < objectCount else { throw .outOfBounds }
        guard depth < Self.depthLimit, remaining > 0 else { throw .tooLarge }
        remaining -= 1
        let offset = try Self.position(bytes, at: tableOffset + number * offsetSize, size: offsetSize)
        guard offset < tableOffset else { throw .outOfBounds }
        let marker = bytes[offset]
        let low = Int(marker & 0x0F)
        switch marker >> 4 {
        case 0x0 where marker == 0x08 || marker == 0x09: return .boolean(marker == 0x09)
        case 0x1 where low <= 3: return .integer(try integer(at: offset + 1, size: 1 << low))
        case 0x1 where low == 4: return .integer(try integer(at: offset + 9, size: 8))
        case 0x2 where low == 2:
            return .real(Double(Float(bitPattern: UInt32(try Self.number(bytes, at: offset + 1, size: 4)))))
        case 0x2 where low == 3: return .real(Double(bitPattern: try Self.number(bytes, at: offset + 1, size: 8)))
        case 0x3 where low == 3: return .date(Double(bitPattern: try Self.number(bytes, at: offset + 1, size: 8)))
        case 0x4: return .data(Array(try slice(at: offset, width: 1)))
        case 0x5: return .string(String(decoding: try slice(at: offset, width: 1), as: UTF8.self))
        case 0x6: return .string(Self.utf16(try slice(at: offset, width: 2)))
        case 0x8: return .reference(try Self.position(bytes, at: offset + 1, size: min(low + 1, 8)))
        case 0xA, 0xC:
            let numbers = try references(slice(at: offset, width: referenceSize))
            var elements: [PropertyListValue] = []
            elements.reserveCapacity(min(numbers.count, remaining))
            for number in numbers { elements.append(try object(number, depth: depth + 1)) }
            return .array(elements)
        case 0xD: return try dictionary(at: offset, depth: depth)
        default: throw .unknownObject(marker: marker)
        }
    }

    private mutating func dictionary(
        at offset: Int, depth: Int
    ) throws(BinaryPropertyListError) -> PropertyListValue {
        let numbers = try references(slice(at: offset, width: 2 * referenceSize))
        var entries: [PropertyListValue.Entry] = []
        for index in 0..<numbers.count / 2 {
            guard case .string(let key) = try object(numbers[index], depth: depth + 1) else { throw .keyIsNotString }
            entries.append(.init(key, try object(numbers[numbers.count / 2 + index], depth: depth + 1)))
        }
        return .dictionary(entries)
    }

    /// Returns the bytes of the elements that follow a marker, each with `width` bytes. The low half of the marker is
    /// the number of elements, or 15 if an integer after the marker contains that number.
    private func slice(at offset: Int, width: Int) throws(BinaryPropertyListError) -> ArraySlice<UInt8> {
        var start = offset + 1
        var count = Int(bytes[offset] & 0x0F)
        if count == 0x0F {
            guard start < tableOffset, bytes[start] >> 4 == 0x1, bytes[start] & 0x0F <= 3 else { throw .outOfBounds }
            let size = 1 << Int(bytes[start] & 0x0F)
            count = try Self.position(bytes, at: start + 1, size: size)
            start += 1 + size
        }
        guard start <= tableOffset, count <= (tableOffset - start) / width else { throw .outOfBounds }
        return bytes[start..<start + count * width]
    }

    private func references(_ slice: ArraySlice<UInt8>) throws(BinaryPropertyListError) -> [Int] {
        var references: [Int] = []
        for start in stride(from: slice.startIndex, to: slice.endIndex, by: referenceSize) {
            references.append(try Self.position(bytes, at: start, size: referenceSize))
        }
        return references
    }

    private func integer(at offset: Int, size: Int) throws(BinaryPropertyListError) -> Int64 {
        // Integers of fewer than 8 bytes are never negative.
        Int64(bitPattern: try Self.number(bytes, at: offset, size: size))
    }

    /// Returns a number to use as an offset, count or reference. Throws ``BinaryPropertyListError/outOfBounds`` if the
    /// number exceeds `Int32.max` or isn't completely inside the bytes.
    private static func position(
        _ bytes: [UInt8], at offset: Int, size: Int
    ) throws(BinaryPropertyListError) -> Int {
        let number = try number(bytes, at: offset, size: size)
        guard number <= UInt64(Int32.max) else { throw .outOfBounds }
        return Int(number)
    }

    private static func number(
        _ bytes: [UInt8], at offset: Int, size: Int
    ) throws(BinaryPropertyListError) -> UInt64 {
        guard offset >= 0, offset <= bytes.count - size else { throw .outOfBounds }
        return bytes[offset..<offset + size].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func utf16(_ slice: ArraySlice<UInt8>) -> String {
        let units = stride(from: slice.startIndex, to: slice.endIndex - 1, by: 2).map {
            UInt16(slice[$0]) << 8 | UInt16(slice[$0 + 1])
        }
        return String(decoding: units, as: UTF16.self)
    }
}

/// The error for a binary property list that can't be read.
package enum BinaryPropertyListError: Error, Sendable, Hashable {
    /// The bytes don't begin with `bplist0`.
    case notBinaryPropertyList
    /// The bytes end too early, or an offset, count or object number is out of range.
    case outOfBounds
    /// The list contains a kind of object that doesn't occur in a store's property lists.
    case unknownObject(marker: UInt8)
    /// A dictionary's key isn't a string.
    case keyIsNotString
    /// The list exceeds the maximum nesting depth or the maximum number of values, which real lists don't.
    case tooLarge
}
