/// A reader for the object graph of an untrusted `NSKeyedArchiver` archive. It reads objects one by one, so the usual
/// cycles need no special handling.
struct KeyedArchiveReader {
    /// The maximum number of keys in an object. The objects of a model have 15 at most.
    private static let keyLimit = 64

    private let objects: [PropertyListValue]
    private let root: PropertyListValue

    /// Reads an archive's property list.
    init(_ bytes: [UInt8]) throws(ModelArchive.Failure) {
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

    /// Returns the archive's root object.
    func rootObject() throws(ModelArchive.Failure) -> PropertyListValue {
        guard let object = object(root) else { throw .notKeyedArchive }
        return object
    }

    /// Returns the referenced object, or nil if there is none.
    func object(_ reference: PropertyListValue?) -> PropertyListValue? {
        guard case .reference(let number) = reference, number > 0, number < objects.count else { return nil }
        return objects[number]
    }

    /// Returns the name of an object's class, or nil if the archive doesn't contain it.
    func className(of object: PropertyListValue) -> String? {
        self.object(object["$class"])?["$classname"]?.string
    }

    /// Returns the referenced string, or nil if the object isn't a string.
    func string(_ reference: PropertyListValue?) -> String? {
        guard let object = object(reference) else { return nil }
        return object.string ?? object["NS.string"]?.string ?? self.object(object["NS.string"])?.string
    }

    /// Returns the number of elements or entries of a collection, or 0 if the object isn't a collection.
    func count(_ reference: PropertyListValue?) -> Int {
        object(reference)?["NS.objects"]?.array?.count ?? 0
    }

    /// Returns the references in an array, ordered set or set. Returns an empty array for any other object.
    func elements(_ reference: PropertyListValue?) -> [PropertyListValue] {
        object(reference)?["NS.objects"]?.array ?? []
    }

    /// Returns the strings of an array. Elements that aren't strings are left out.
    func strings(_ reference: PropertyListValue?) -> [String] {
        elements(reference).compactMap(string)
    }

    /// Returns the entries of a dictionary whose keys are strings. Returns an empty array if the object isn't a
    /// dictionary.
    func entries(_ reference: PropertyListValue?) -> [(key: String, value: PropertyListValue)] {
        guard let object = object(reference), let keys = object["NS.keys"]?.array,
            let values = object["NS.objects"]?.array
        else { return [] }
        return zip(keys, values).compactMap { key, value in string(key).map { ($0, value) } }
    }
}
