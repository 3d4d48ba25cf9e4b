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
        TypeField.Kind(type) == .structure ? fields(of: type) : nil
    }

    /// The fields of a class, those that it inherits first.
    static func fields(ofClass type: AnyClass) -> [TypeField] {
        // The value of the library's `classType`, which is declared as a variable and so out of reach.
        fields(of: type, options: _EachFieldOptions(rawValue: 1))
    }

    /// The elements of a tuple, by their labels, `_0` and so on where they have none; nil for a type of another kind.
    static func fields(ofTuple type: Any.Type) -> [TypeField]? {
        guard TypeField.Kind(type) == .tuple else { return nil }
        let metadata = UnsafeRawPointer(unsafeBitCast(type, to: UnsafePointer<Int>.self))
        // Swift's ABI: the number of elements, their labels with a space behind each, then type and offset of each.
        let count = metadata.load(fromByteOffset: 8, as: Int.self)
        let text = metadata.load(fromByteOffset: 16, as: UnsafePointer<CChar>?.self).map { String(cString: $0) } ?? ""
        let labels = text.split(separator: " ", omittingEmptySubsequences: false)
        return (0..<count).map { index in
            let element = metadata + 24 + index * 16
            let label = labels.indices.contains(index) ? String(labels[index]) : ""
            return TypeField(
                name: label.isEmpty ? "_\(index)" : label,
                offset: Int(element.load(fromByteOffset: 8, as: UInt32.self)),
                type: unsafeBitCast(element.load(as: UnsafeRawPointer.self), to: Any.Type.self))
        }
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

extension TypeField {
    /// The kind of a type, which its metadata begins with.
    enum Kind {
        case structure
        case enumeration
        case tuple
        case other

        init(_ type: Any.Type) {
            // The first word of every type's metadata is its kind; the numbers are fixed by Swift's ABI.
            switch unsafeBitCast(type, to: UnsafePointer<Int>.self).pointee {
            case 0x200: self = .structure
            case 0x201: self = .enumeration
            case 0x301: self = .tuple
            default: self = .other
            }
        }
    }
}
