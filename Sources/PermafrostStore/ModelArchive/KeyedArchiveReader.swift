/// Reads the object graph of an NSKeyedArchiver archive of unknown origin. Objects are looked at one by one, so that a
/// circle among them, which is usual, needs no care here.
struct KeyedArchiveReader {
    /// Objects have at most this many keys; those of models have 15.
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
        // A key is found by looking at all: more of them would make every look expensive.
        guard objects.allSatisfy({ ($0.entries?.count ?? 0) <= Self.keyLimit }) else { throw .tooLarge }
        self.objects = objects
        self.root = root
    }

    /// The archive's root object.
    func rootObject() throws(ModelArchive.Failure) -> PropertyListValue {
        guard let object = object(root) else { throw .notKeyedArchive }
        return object
    }

    /// The object that a reference names; nil for no reference, and for nothing.
    func object(_ reference: PropertyListValue?) -> PropertyListValue? {
        guard case .reference(let number) = reference, number > 0, number < objects.count else { return nil }
        return objects[number]
    }

    /// The name of an object's class.
    func className(of object: PropertyListValue) -> String? {
        self.object(object["$class"])?["$classname"]?.string
    }

    /// The string that a reference names; nil if it names none.
    func string(_ reference: PropertyListValue?) -> String? {
        guard let object = object(reference) else { return nil }
        return object.string ?? object["NS.string"]?.string ?? self.object(object["NS.string"])?.string
    }

    /// How many elements or entries a collection has.
    func count(_ reference: PropertyListValue?) -> Int {
        object(reference)?["NS.objects"]?.array?.count ?? 0
    }

    /// The references that an array, ordered set or set holds.
    func elements(_ reference: PropertyListValue?) -> [PropertyListValue] {
        object(reference)?["NS.objects"]?.array ?? []
    }

    /// The strings of an array.
    func strings(_ reference: PropertyListValue?) -> [String] {
        elements(reference).compactMap(string)
    }

    /// The entries of a dictionary with string keys.
    func entries(_ reference: PropertyListValue?) -> [(key: String, value: PropertyListValue)] {
        guard let object = object(reference), let keys = object["NS.keys"]?.array,
            let values = object["NS.objects"]?.array
        else { return [] }
        return zip(keys, values).compactMap { key, value in string(key).map { ($0, value) } }
    }
}
