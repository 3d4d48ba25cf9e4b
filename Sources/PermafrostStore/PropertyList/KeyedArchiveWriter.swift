/// Builds the object graph of an NSKeyedArchiver archive. Objects get numbers in the order of the calls, so that one graph
/// is always the same bytes; equal strings, and descriptions of one class, are one object.
struct KeyedArchiveWriter {
    /// The reference to nothing.
    static let null = PropertyListValue.reference(0)

    private var objects: [PropertyListValue] = [.string("$null")]
    private var strings: [String: Int] = [:]
    private var classes: [ArchiveClass: Int] = [:]

    /// A number for an object that others refer to before it is described.
    mutating func reserve() -> PropertyListValue {
        objects.append(Self.null)
        return .reference(objects.count - 1)
    }

    /// Describes a reserved object.
    mutating func fill(
        _ reserved: PropertyListValue, _ type: ArchiveClass, _ entries: [PropertyListValue.Entry]
    ) {
        guard case .reference(let number) = reserved else { return }
        objects[number] = .dictionary(entries + [.init("$class", classReference(type))])
    }

    /// An object of the given class.
    mutating func object(_ type: ArchiveClass, _ entries: [PropertyListValue.Entry]) -> PropertyListValue {
        let reserved = reserve()
        fill(reserved, type, entries)
        return reserved
    }

    /// A string object, or nothing.
    mutating func string(_ string: String?) -> PropertyListValue {
        guard let string else { return Self.null }
        if let known = strings[string] { return .reference(known) }
        strings[string] = objects.count
        return scalar(.string(string))
    }

    /// An object that is a plain value: a number or bytes.
    mutating func scalar(_ value: PropertyListValue) -> PropertyListValue {
        objects.append(value)
        return .reference(objects.count - 1)
    }

    /// An array or a set.
    mutating func collection(_ type: ArchiveClass, _ elements: [PropertyListValue]) -> PropertyListValue {
        object(type, [.init("NS.objects", .array(elements))])
    }

    /// A dictionary.
    mutating func dictionary(
        _ type: ArchiveClass, _ keys: [PropertyListValue], _ values: [PropertyListValue]
    ) -> PropertyListValue {
        object(type, [.init("NS.keys", .array(keys)), .init("NS.objects", .array(values))])
    }

    /// The finished archive.
    func archive(root: PropertyListValue) -> PropertyListValue {
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
