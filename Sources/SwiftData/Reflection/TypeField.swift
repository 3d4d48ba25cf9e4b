@_spi(Reflection) import Swift

/// A stored property of a struct or class, or an element of a tuple, read from the type's metadata.
struct TypeField: Sendable {
    var name: String
    /// The value's offset in bytes within the struct, tuple or object.
    var offset: Int
    var type: Any.Type

    /// Returns the fields of a struct in declaration order, or nil if the type isn't a struct.
    static func fields(ofStruct type: Any.Type) -> [TypeField]? {
        TypeFieldKind(type) == .structure ? fields(of: type) : nil
    }

    /// Returns the fields of a class, inherited ones first.
    static func fields(ofClass type: AnyClass) -> [TypeField] {
        // This is the value of the standard library's `classType`, which can't be used because it's declared as a
        // variable.
        fields(of: type, options: _EachFieldOptions(rawValue: 1))
    }

    /// Returns the elements of a tuple, named by their labels. Elements without a label are named `_0`, `_1` and so on.
    /// Returns nil if the type isn't a tuple.
    static func fields(ofTuple type: Any.Type) -> [TypeField]? {
        guard TypeFieldKind(type) == .tuple else { return nil }
        let metadata = UnsafeRawPointer(unsafeBitCast(type, to: UnsafePointer<Int>.self))
        // Swift's ABI defines the layout: the number of elements, their labels with a space after each, and then the
        // type and the offset of each element.
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
