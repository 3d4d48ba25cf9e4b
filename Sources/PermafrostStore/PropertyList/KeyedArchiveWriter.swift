/// A writer for the object graph of an `NSKeyedArchiver` archive. Objects are numbered in the order of the calls, so
/// equal calls produce equal bytes. Equal strings, and the description of each class, are written once.
package struct KeyedArchiveWriter {
    /// The reference that represents nil.
    package static let null = PropertyListValue.reference(0)

    private var objects: [PropertyListValue] = [.string("$null")]
    private var strings: [String: Int] = [:]
    private var classes: [ArchiveClass: Int] = [:]

    package init() {}

    /// Returns a reference to an object that ``fill(_:_:_:)`` writes later.
    package mutating func reserve() -> PropertyListValue {
        objects.append(Self.null)
        return .reference(objects.count - 1)
    }

    /// Writes the object for a reference that ``reserve()`` returned.
    package mutating func fill(
        _ reserved: PropertyListValue, _ type: ArchiveClass, _ entries: [PropertyListValue.Entry]
    ) {
        guard case .reference(let number) = reserved else { return }
        objects[number] = .dictionary(entries + [.init("$class", classReference(type))])
    }

    /// Writes an object of a class, and returns a reference to it.
    package mutating func object(_ type: ArchiveClass, _ entries: [PropertyListValue.Entry])
        -> PropertyListValue
    {
        let reserved = reserve()
        fill(reserved, type, entries)
        return reserved
    }

    /// Writes a string, and returns a reference to it. Returns ``null`` for nil.
    package mutating func string(_ string: String?) -> PropertyListValue {
        guard let string else { return Self.null }
        if let known = strings[string] { return .reference(known) }
        strings[string] = objects.count
        return scalar(.string(string))
    }

    /// Writes a value without references, such as a number or bytes, and returns a reference to it.
    package mutating func scalar(_ value: PropertyListValue) -> PropertyListValue {
        objects.append(value)
        return .reference(objects.count - 1)
    }

    /// Writes an array or a set, and returns a reference to it.
    package mutating func collection(_ type: ArchiveClass, _ elements: [PropertyListValue])
        -> PropertyListValue
    {
        object(type, [.init("NS.objects", .array(elements))])
    }

    /// Writes a dictionary, and returns a reference to it.
    package mutating func dictionary(
        _ type: ArchiveClass, _ keys: [PropertyListValue], _ values: [PropertyListValue]
    ) -> PropertyListValue {
        object(type, [.init("NS.keys", .array(keys)), .init("NS.objects", .array(values))])
    }

    /// Returns the complete archive as a property list.
    package func archive(root: PropertyListValue) -> PropertyListValue {
        .dictionary([
            .init("$version", .integer(100_000)),
            .init("$archiver", .string("NSKeyedArchiver")),
            .init("$top", .dictionary([.init("root", root)])),
            .init("$objects", .array(objects)),
        ])
    }

    private mutating func classReference(_ type: ArchiveClass) -> PropertyListValue {
        if let known = classes[type] { return .reference(known) }
        classes[type] = objects.count
        return scalar(
            .dictionary([
                .init("$classname", .string(type.rawValue)),
                .init("$classes", .array(type.chain.map(PropertyListValue.string))),
            ]))
    }
}
