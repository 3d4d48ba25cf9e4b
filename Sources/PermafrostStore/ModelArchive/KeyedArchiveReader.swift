/// A reader for the object graph of an untrusted `NSKeyedArchiver` archive. It resolves a reference only when the
/// object is requested, so the graph may contain cycles.
struct KeyedArchiveReader {
    /// The maximum number of keys in an object. The objects in a model's archive have at most 15.
    private static let keyLimit = 64

    private let objects: [PropertyListValue]
    private let root: PropertyListValue

    /// Creates a reader for an archive's bytes. Throws an error if the bytes aren't a keyed archive, or if an object
    /// has too many keys.
    init(_ bytes: [UInt8]) throws(ModelArchiveError) {
        let list: PropertyListValue
        do { list = try BinaryPropertyListReader.decode(bytes) } catch { throw .notPropertyList(error) }
        guard let objects = list["$objects"]?.array, let root = list["$top"]?["root"] else {
            throw .notKeyedArchive
        }
        // Keys are found with a linear search, so an object with many keys would make every lookup expensive.
        guard objects.allSatisfy({ ($0.entries?.count ?? 0) <= Self.keyLimit }) else { throw .tooLarge }
        self.objects = objects
        self.root = root
    }

    /// Returns the archive's root object. Throws ``ModelArchiveError/notKeyedArchive`` if the archive doesn't
    /// contain it.
    func rootObject() throws(ModelArchiveError) -> PropertyListValue {
        guard let object = object(root) else { throw .notKeyedArchive }
        return object
    }

    /// Returns the referenced object. Returns nil if the value isn't a reference, is the null reference, or is out of
    /// range.
    func object(_ reference: PropertyListValue?) -> PropertyListValue? {
        guard case .reference(let number) = reference, number > 0, number < objects.count else { return nil }
        return objects[number]
    }

    /// Returns the name of an object's class, or nil if the archive doesn't contain the class.
    func className(of object: PropertyListValue) -> String? {
        self.object(object["$class"])?["$classname"]?.string
    }

    /// Returns the referenced string, or nil if the object isn't a string.
    func string(_ reference: PropertyListValue?) -> String? {
        guard let object = object(reference) else { return nil }
        return object.string ?? object["NS.string"]?.string ?? self.object(object["NS.string"])?.string
    }

    /// Returns the number of elements in an array, set or ordered set, or the number of entries in a dictionary.
    /// Returns 0 for any other object.
    func count(_ reference: PropertyListValue?) -> Int {
        object(reference)?["NS.objects"]?.array?.count ?? 0
    }

    /// Returns the references to the elements of an array, ordered set, or set, or to a dictionary's values. Returns an
    /// empty array for any other object.
    func elements(_ reference: PropertyListValue?) -> [PropertyListValue] {
        object(reference)?["NS.objects"]?.array ?? []
    }

    /// Returns the strings in an array, ordered set, or set. Omits elements that aren't strings.
    func strings(_ reference: PropertyListValue?) -> [String] {
        elements(reference).compactMap(string)
    }

    /// Returns a dictionary's entries in the archive's order, except for entries whose key isn't a string. Returns an
    /// empty array if the object isn't a dictionary.
    func entries(_ reference: PropertyListValue?) -> [(key: String, value: PropertyListValue)] {
        guard let object = object(reference), let keys = object["NS.keys"]?.array,
            let values = object["NS.objects"]?.array
        else { return [] }
        return zip(keys, values).compactMap { key, value in string(key).map { ($0, value) } }
    }
}
