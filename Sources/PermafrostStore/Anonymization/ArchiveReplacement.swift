import PermafrostModel

/// A replacement for the values in a keyed archive that keeps the objects, their classes and their order. Only archives
/// of Foundation's own value classes are supported, because the meaning of other classes' numbers isn't known.
struct ArchiveReplacement {
    private let values: ValueReplacement
    private let shape: ValueShape?
    /// The number of archives that contain this one.
    private let depth: Int

    /// The classes whose archived form is known.
    private static let classes: Set<String> = [
        "NSObject", "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet",
        "NSDictionary", "NSMutableDictionary", "NSString", "NSMutableString", "NSNumber", "NSValue", "NSDate", "NSData",
        "NSMutableData", "NSUUID", "NSURL", "NSNull",
    ]

    /// Creates a replacement for archives.
    ///
    /// - Parameters:
    ///   - shape: the Swift type of a value that an archive contains as JSON, or nil if it isn't known.
    ///   - depth: the number of archives that contain the archive.
    init(_ values: ValueReplacement, shape: ValueShape?, depth: Int = 0) {
        self.values = values
        self.shape = shape
        self.depth = depth
    }

    /// Returns an archive with its values replaced.
    ///
    /// - Throws: ``ValueReplacement/Opaque`` if the bytes aren't an archive of known classes.
    func archive(_ bytes: [UInt8]) throws(ValueReplacement.Opaque) -> [UInt8] {
        let list: PropertyListValue
        do { list = try BinaryPropertyListReader.decode(bytes) } catch {
            throw ValueReplacement.Opaque(reason: "a damaged property list")
        }
        guard list["$archiver"]?.string == "NSKeyedArchiver", let objects = list["$objects"]?.array,
            let top = list["$top"]?.entries, top.count == 1, top[0].key == "root", case .reference = top[0].value,
            let version = list["$version"]?.integer
        else { throw ValueReplacement.Opaque(reason: "a property list that isn't an archive") }
        var replaced: [PropertyListValue] = [.string("$null")]
        for object in objects.dropFirst() {
            let value = try self.object(object)
            replaced.append(value)
        }
        return BinaryPropertyListWriter.encode(
            .dictionary([
                .init("$version", .integer(version)), .init("$archiver", .string("NSKeyedArchiver")),
                .init("$top", .dictionary(top)), .init("$objects", .array(replaced)),
            ]))
    }

    private func object(_ object: PropertyListValue) throws(ValueReplacement.Opaque) -> PropertyListValue {
        switch object {
        case .dictionary(let entries):
            if object["$classname"] != nil { return try description(entries) }
            var replaced: [PropertyListValue.Entry] = []
            for entry in entries {
                let value = try member(entry)
                replaced.append(.init(entry.key, value))
            }
            return .dictionary(replaced)
        case .array: throw ValueReplacement.Opaque(reason: "an archive of unknown form")
        case .data(let bytes):
            let content = try values.data(
                bytes, shape: shape, isEncoded: shape?.isScalar == false, depth: depth + 1)
            return .data(content)
        default: return scalar(object)
        }
    }

    /// Returns the description of a class if the class is known.
    private func description(
        _ entries: [PropertyListValue.Entry]
    ) throws(ValueReplacement.Opaque) -> PropertyListValue {
        for entry in entries {
            let names: [PropertyListValue]
            switch (entry.key, entry.value) {
            case ("$classname", .string): names = [entry.value]
            case ("$classes", .array(let classes)): names = classes
            default: throw ValueReplacement.Opaque(reason: "an archive of unknown form")
            }
            for name in names where !Self.classes.contains(name.string ?? "") {
                throw ValueReplacement.Opaque(reason: "an archive of the class \((name.string ?? "?").visible)")
            }
        }
        return .dictionary(entries)
    }

    private func member(_ entry: PropertyListValue.Entry) throws(ValueReplacement.Opaque) -> PropertyListValue {
        switch (entry.key, entry.value) {
        case ("$class", .reference), ("NS.base", .reference), ("NS.relative", .reference): return entry.value
        case ("NS.string", .reference), ("NS.data", .reference): return entry.value
        case ("NS.objects", .array(let references)), ("NS.keys", .array(let references)):
            let isPlain = references.allSatisfy { if case .reference = $0 { true } else { false } }
            if isPlain { return entry.value }
        case ("NS.string", .string): return scalar(entry.value)
        case ("NS.bytes", .data(let bytes)):
            if let text = String(validUTF8: bytes) { return .data(Array(values.texts.text(text).utf8)) }
        case ("NS.data", .data(let bytes)): return .data(values.key.data(bytes))
        case ("NS.time", .real(let seconds)), ("NS.time", .date(let seconds)):
            return .real(values.numbers.date(seconds))
        case ("NS.uuidbytes", .data(let bytes)) where bytes.count == 16: return .data(values.key.uuid(bytes))
        default: break
        }
        throw ValueReplacement.Opaque(reason: "an archive with \(entry.key.visible)")
    }

    private func scalar(_ value: PropertyListValue) -> PropertyListValue {
        switch value {
        case .string(let text): .string(values.texts.text(text))
        case .integer(let integer): .integer(values.numbers.integer(integer))
        case .real(let real): .real(values.numbers.real(real))
        case .date(let seconds): .date(values.numbers.date(seconds))
        case .boolean, .reference, .data, .array, .dictionary: value
        }
    }
}
