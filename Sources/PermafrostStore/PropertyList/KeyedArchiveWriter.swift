/// A writer for the object graph of an `NSKeyedArchiver` archive. Objects are numbered in the order of the calls, so
/// equal calls produce equal bytes. Equal strings, and the description of each class, are written once.
package struct KeyedArchiveWriter {
    /// The reference that represents nil.
    package static let null = PropertyListValue.reference(0)

    private var objects: [PropertyListValue] = [.string("$null")]
    private var strings: [String: Int] = [:]
    private var classes: [KeyedArchiveWriter.ArchiveClass: Int] = [:]

    package init() {}

    /// Returns a reference to an object that ``fill(_:_:_:)`` writes later.
    package mutating func reserve() -> PropertyListValue {
        objects.append(Self.null)
        return .reference(objects.count - 1)
    }

    /// Writes the object for a reference that ``reserve()`` returned.
    package mutating func fill(
        _ reserved: PropertyListValue, _ type: KeyedArchiveWriter.ArchiveClass, _ entries: [PropertyListValue.Entry]
    ) {
        guard case .reference(let number) = reserved else { return }
        objects[number] = .dictionary(entries + [.init("$class", classReference(type))])
    }

    /// Writes an object of a class, and returns a reference to it.
    package mutating func object(_ type: KeyedArchiveWriter.ArchiveClass, _ entries: [PropertyListValue.Entry])
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
    package mutating func collection(_ type: KeyedArchiveWriter.ArchiveClass, _ elements: [PropertyListValue])
        -> PropertyListValue
    {
        object(type, [.init("NS.objects", .array(elements))])
    }

    /// Writes a dictionary, and returns a reference to it.
    package mutating func dictionary(
        _ type: KeyedArchiveWriter.ArchiveClass, _ keys: [PropertyListValue], _ values: [PropertyListValue]
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

    private mutating func classReference(_ type: KeyedArchiveWriter.ArchiveClass) -> PropertyListValue {
        if let known = classes[type] { return .reference(known) }
        classes[type] = objects.count
        return scalar(
            .dictionary([
                .init("$classname", .string(type.rawValue)),
                .init("$classes", .array(type.chain.map(PropertyListValue.string))),
            ]))
    }
}

extension KeyedArchiveWriter {
    /// The classes of the objects in a model's archive. The raw values are the class names.
    package enum ArchiveClass: String {
        case array = "NSArray"
        case attribute = "NSAttributeDescription"
        case compositeAttribute = "NSCompositeAttributeDescription"
        case constantExpression = "NSConstantValueExpression"
        case date = "NSDate"
        case decimal = "NSDecimalNumberPlaceholder"
        case derivedAttribute = "NSDerivedAttributeDescription"
        case dictionary = "NSDictionary"
        case entity = "NSEntityDescription"
        case fetchIndex = "NSFetchIndexDescription"
        case fetchIndexElement = "NSFetchIndexElementDescription"
        case fetchedProperty = "NSFetchedPropertyDescription"
        case functionExpression = "NSFunctionExpression"
        case keyPathExpression = "NSKeyPathExpression"
        case keyPathSpecifier = "NSKeyPathSpecifierExpression"
        case knownKeys = "NSKnownKeysDictionary1"
        case knownKeysMapping = "NSKnownKeysMappingStrategy1"
        case model = "NSManagedObjectModel"
        case mutableArray = "NSMutableArray"
        case mutableDictionary = "NSMutableDictionary"
        case propertyProxy = "_NSPropertyDescriptionProxy"
        case relationship = "NSRelationshipDescription"
        case selfExpression = "NSSelfExpression"
        case set = "NSSet"
        case url = "NSURL"
        case uuid = "NSUUID"

        /// The names of the superclasses, nearest first, without `NSObject`.
        private var superclasses: [String] {
            switch self {
            case .compositeAttribute, .derivedAttribute: ["NSAttributeDescription", "NSPropertyDescription"]
            case .attribute, .relationship, .fetchedProperty: ["NSPropertyDescription"]
            case .constantExpression, .functionExpression, .keyPathSpecifier, .selfExpression: ["NSExpression"]
            case .keyPathExpression: ["NSFunctionExpression", "NSExpression"]
            case .decimal: ["NSDecimalNumber", "NSNumber", "NSValue"]
            case .knownKeys: ["NSKnownKeysDictionary", "NSMutableDictionary", "NSDictionary"]
            case .knownKeysMapping: ["NSKnownKeysMappingStrategy"]
            case .mutableArray: ["NSArray"]
            case .mutableDictionary: ["NSDictionary"]
            case .array, .date, .dictionary, .entity, .fetchIndex, .fetchIndexElement, .model, .propertyProxy, .set,
                .url,
                .uuid:
                []
            }
        }

        /// The names of the class and all its superclasses, as listed in an archive.
        package var chain: [String] { [rawValue] + superclasses + ["NSObject"] }
    }
}

extension KeyedArchiveWriter.ArchiveClass {
    /// The keys and names that the archive's writer and reader share.
    package enum ArchiveKeys {
        /// The name of the configuration that contains every entity of a model without named configurations.
        package static let defaultConfiguration = "default"
        /// The user info key that SwiftData uses to mark a composite as an enum.
        package static let enumeration = "EnumType"
        /// The user info key that lists the cases of an enum without raw values.
        package static let enumerationCases = "enum"
        /// The bit of an attribute's `NSFlagsKey` that is set if the attribute has external storage.
        package static let externalStorageFlag: Int64 = 4
        /// The bit of an attribute's `NSFlagsKey` that is set if the history preserves the attribute's value when a row
        /// is deleted.
        package static let preservesValueFlag: Int64 = 16
    }
}
