@_spi(Reflection) import Swift

/// The stored properties of a struct or class, read from its metadata.
struct TypeField: Sendable {
    /// The property's name.
    var name: String
    /// Where its value is inside one of the struct, or from the start of an object of the class, in bytes.
    var offset: Int
    /// Its type.
    var type: Any.Type

    /// The fields of a struct in declaration order; nil for a type of another kind.
    static func fields(ofStruct type: Any.Type) -> [TypeField]? {
        TypeKind(type) == .structure ? fields(of: type) : nil
    }

    /// The fields of a class, those that it inherits first.
    static func fields(ofClass type: AnyClass) -> [TypeField] {
        // The value of the library's `classType`, which is declared as a variable and so out of reach.
        fields(of: type, options: _EachFieldOptions(rawValue: 1))
    }

    private static func fields(of type: Any.Type, options: _EachFieldOptions = []) -> [TypeField] {
        var fields: [TypeField] = []
        _ = _forEachField(of: type, options: options) { name, offset, fieldType, _ in
            fields.append(TypeField(name: String(cString: name), offset: offset, type: fieldType))
            return true
        }
        return fields
    }
}

/// What kind of type a metatype is of, as its metadata begins with it.
enum TypeKind {
    case structure
    case enumeration
    case other

    init(_ type: Any.Type) {
        // The first word of every type's metadata is its kind; the numbers are fixed by Swift's ABI.
        switch unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee {
        case 0x200: self = .structure
        case 0x201: self = .enumeration
        default: self = .other
        }
    }
}
