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
