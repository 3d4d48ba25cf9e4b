/// The cases of an enum, read from its metadata.
///
/// Swift's ABI defines the format: the metadata points to a descriptor with the number of cases and pointers to their
/// names. Cases with associated values precede all other cases, regardless of their order in the source.
struct EnumCases: Sendable {
    struct Case: Sendable {
        var name: String
        /// The associated values, or nil if the case has none.
        var payload: Payload?
    }

    /// The associated values of a case.
    struct Payload: Sendable {
        /// The value's type, or a tuple type if the case has several values.
        var type: Any.Type
        /// Whether the case is `indirect`, so that an enum value contains a reference to the associated values.
        var isIndirect: Bool
        /// The values with their labels. Values without a label are named `_0`, `_1` and so on.
        var values: [TypeField]
    }

    var cases: [Case]

    /// Whether the enum has no case with associated values.
    var isPlain: Bool { cases.allSatisfy { $0.payload == nil } }

    /// Creates the cases of an enum. Returns nil if the type isn't an enum, or if it was compiled without reflection
    /// metadata.
    init?(of type: Any.Type) {
        guard TypeFieldKind(type) == .enumeration else { return nil }
        let metadata = UnsafeRawPointer(unsafeBitCast(type, to: UnsafePointer<Int>.self))
        let descriptor = metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
        guard let fields = Self.target(of: descriptor + 16) else { return nil }
        let recordSize = Int(fields.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(fields.load(fromByteOffset: 12, as: UInt32.self))
        var cases: [Case] = []
        for index in 0..<count {
            let record = fields + 16 + index * recordSize
            guard let name = Self.target(of: record + 8) else { return nil }
            let payload = Self.target(of: record + 4).flatMap { Self.type(mangled: $0, in: metadata, descriptor) }
            // The lowest bit of a case's flags is set if it's indirect.
            let isIndirect = record.load(as: UInt32.self) & 1 != 0
            cases.append(
                Case(
                    name: String(cString: name.assumingMemoryBound(to: CChar.self)),
                    payload: payload.flatMap { Self.payload($0, isIndirect: isIndirect) }))
        }
        self.cases = cases
    }

    /// Returns all values of an enum, in the order of the cases. Returns an empty array if a case has associated
    /// values.
    func values<Enumeration>(of type: Enumeration.Type) -> [Enumeration] {
        guard isPlain else { return [] }
        let size = MemoryLayout<Enumeration>.size
        return cases.indices.map { index in
            // An enum without associated values is stored as the case's number, in as few bytes as possible. An enum
            // with a single case has no bytes.
            withUnsafeTemporaryAllocation(
                byteCount: max(size, 8), alignment: max(MemoryLayout<Enumeration>.alignment, 8)
            ) { memory in
                memory.storeBytes(of: UInt64(index), as: UInt64.self)
                return memory.load(as: Enumeration.self)
            }
        }
    }

    private static func payload(_ type: Any.Type, isIndirect: Bool) -> Payload? {
        let values = TypeField.fields(ofTuple: type) ?? [TypeField(name: "_0", offset: 0, type: type)]
        return values.isEmpty ? nil : Payload(type: type, isIndirect: isIndirect, values: values)
    }

    /// Returns the index of a value's case in ``cases``. The enum must not have any case with associated values.
    static func index<Enumeration>(of value: Enumeration) -> Int {
        withUnsafeBytes(of: value) { bytes in
            bytes.enumerated().reduce(0) { $0 | Int($1.element) << ($1.offset * 8) }
        }
    }

    /// Returns the address that a relative pointer refers to, or nil if the pointer is 0. A relative pointer is the
    /// distance from its own address.
    private static func target(of place: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = place.loadUnaligned(as: Int32.self)
        return offset == 0 ? nil : place + Int(offset)
    }

    private static func type(
        mangled name: UnsafeRawPointer, in metadata: UnsafeRawPointer, _ descriptor: UnsafeRawPointer
    ) -> Any.Type? {
        // A mangled name ends with NUL. A byte from 1 to 0x17 begins a reference with four more bytes. A byte from 0x18
        // to 0x1F begins a reference with eight more bytes.
        var length = 0
        while case let byte = name.load(fromByteOffset: length, as: UInt8.self), byte != 0 {
            length += byte >= 0x18 && byte <= 0x1F ? 9 : byte <= 0x17 ? 5 : 1
        }
        return _getTypeByMangledNameInContext(
            name.assumingMemoryBound(to: UInt8.self), UInt(length), genericContext: descriptor,
            genericArguments: metadata + 16)
    }
}
