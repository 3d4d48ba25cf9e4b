/// The classes of the objects in a model's archive; raw values are their names.
enum ArchiveClass: String {
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

    /// The superclasses, nearest first, without the root class.
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
        case .array, .date, .dictionary, .entity, .fetchIndex, .fetchIndexElement, .model, .propertyProxy, .set, .url,
            .uuid:
            []
        }
    }

    /// The class and all its superclasses, as an archive lists them.
    var chain: [String] { [rawValue] + superclasses + ["NSObject"] }
}

extension ArchiveClass {
    /// Names with which an archive's writer and reader must agree.
    enum ArchiveKeys {
        /// The configuration that holds every entity of a model without named ones.
        static let defaultConfiguration = "default"
        /// The user info by which SwiftData marks a composite that is an enum.
        static let enumeration = "EnumType"
        /// The user info that lists the cases of an enum without raw values.
        static let enumerationCases = "enum"
        /// Bits of an attribute's `NSFlagsKey`.
        static let externalStorageFlag: Int64 = 4
        static let preservesValueFlag: Int64 = 16
    }
}
