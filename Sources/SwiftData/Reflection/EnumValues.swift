/// Functions that read and create values of any enum type by calling functions in the enum's metadata, which Swift's
/// ABI defines.
enum EnumValues {
    /// Returns the index of a value's case in ``EnumCases/cases``.
    static func index<Enumeration>(of value: Enumeration) -> Int {
        withUnsafePointer(to: value) { Int(Witnesses(Enumeration.self).tag($0, Enumeration.self)) }
    }

    /// Copies a value's associated values, and passes the address of the copy to `body`. The address is valid only
    /// during the call.
    ///
    /// - Parameter payload: the description of the associated values. It must belong to the value's case.
    static func withPayload<Enumeration, Result>(
        _ payload: EnumCases.Payload, of value: Enumeration, _ body: (UnsafeRawPointer) throws -> Result
    ) rethrows -> Result {
        let memory = UnsafeMutablePointer<Enumeration>.allocate(capacity: 1)
        defer { memory.deallocate() }
        memory.initialize(to: value)
        let place = UnsafeMutableRawPointer(memory)
        Witnesses(Enumeration.self).project(place, Enumeration.self)
        func open<Content>(_ type: Content.Type) throws -> Result {
            let content =
                payload.isIndirect
                ? place.assumingMemoryBound(to: Boxed<Content>.self).move().content
                : place.assumingMemoryBound(to: Content.self).move()
            return try withUnsafeBytes(of: content) { bytes in
                try withExtendedLifetime(content) { try body(bytes.baseAddress ?? UnsafeRawPointer(place)) }
            }
        }
        return try _openExistential(payload.type, do: open)
    }

    /// Returns a value of the case with the given index.
    ///
    /// - Parameters:
    ///   - payload: the description of the case's associated values, or nil if the case has none.
    ///   - initialize: a closure that initializes the associated values at the given address. Not called for a case
    ///     without associated values.
    static func make<Enumeration>(
        _ type: Enumeration.Type, index: Int, _ payload: EnumCases.Payload?,
        initialize: (UnsafeMutableRawPointer) -> Void
    ) -> Enumeration {
        let memory = UnsafeMutablePointer<Enumeration>.allocate(capacity: 1)
        defer { memory.deallocate() }
        let place = UnsafeMutableRawPointer(memory)
        if let payload {
            func open<Content>(_ type: Content.Type) {
                guard payload.isIndirect else { return initialize(place) }
                let content = UnsafeMutablePointer<Content>.allocate(capacity: 1)
                defer { content.deallocate() }
                initialize(UnsafeMutableRawPointer(content))
                place.initializeMemory(as: Boxed<Content>.self, to: .value(content.move()))
            }
            _openExistential(payload.type, do: open)
        }
        Witnesses(Enumeration.self).inject(place, UInt32(index), Enumeration.self)
        return memory.move()
    }

    /// The content of an indirect case: a reference to its associated values.
    private indirect enum Boxed<Content> {
        case value(Content)

        var content: Content {
            switch self {
            case .value(let content): content
            }
        }
    }

    /// The functions for enum values in the value witness table that a type's metadata refers to. They follow the eight
    /// functions and three words that every type has.
    private struct Witnesses {
        private typealias Tag = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
        private typealias Project = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
        private typealias Inject = @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafeRawPointer) -> Void

        private let table: UnsafeRawPointer

        init(_ type: Any.Type) { table = Self.metadata(type).load(fromByteOffset: -8, as: UnsafeRawPointer.self) }

        private static func metadata(_ type: Any.Type) -> UnsafeRawPointer {
            UnsafeRawPointer(unsafeBitCast(type, to: UnsafePointer<Int>.self))
        }

        private func function<Function>(at offset: Int, as type: Function.Type) -> Function {
            unsafeBitCast(table.load(fromByteOffset: offset, as: UnsafeRawPointer.self), to: type)
        }

        /// Returns the case index of the value at an address.
        func tag(_ place: UnsafeRawPointer, _ type: Any.Type) -> UInt32 {
            function(at: 88, as: Tag.self)(place, Self.metadata(type))
        }

        /// Converts the enum value at an address to its associated values, in place.
        func project(_ place: UnsafeMutableRawPointer, _ type: Any.Type) {
            function(at: 96, as: Project.self)(place, Self.metadata(type))
        }

        /// Converts the associated values at an address, in place, to an enum value of the case with the given index.
        func inject(_ place: UnsafeMutableRawPointer, _ index: UInt32, _ type: Any.Type) {
            function(at: 104, as: Inject.self)(place, index, Self.metadata(type))
        }
    }
}
