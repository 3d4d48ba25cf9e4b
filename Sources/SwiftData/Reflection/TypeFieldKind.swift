@_spi(Reflection) import Swift

/// The kind of a type, read from the first word of the type's metadata.
enum TypeFieldKind {
    case structure
    case enumeration
    case optional
    case tuple
    case other

    init(_ type: Any.Type) {
        // The first word of every type's metadata is its kind. Swift's ABI defines the numbers.
        switch unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee {
        case 0x200: self = .structure
        case 0x201: self = .enumeration
        case 0x202: self = .optional
        case 0x301: self = .tuple
        default: self = .other
        }
    }
}
