import Foundation

/// The objects of a fetch.
///
/// In generic code, an array looks up its own type for each appended object. To avoid that, the objects are collected in
/// an array of references.
@usableFromInline
struct FetchedObjects: ObjectCollector {
    /// The class that most objects are likely to have.
    private let expected: AnyClass
    /// Whether every object has exactly the expected class.
    @usableFromInline private(set) var areExpected = true
    /// The objects in the order of the fetch.
    @usableFromInline private(set) var found: [AnyObject] = []

    /// Creates an empty collection.
    ///
    /// - Parameter expected: the class that most objects are likely to have.
    init(expecting expected: AnyClass) { self.expected = expected }

    /// Adds an object. It must be an object of a model class.
    mutating func append(_ object: consuming any PersistentModel) {
        let reference: AnyObject = consume object
        if type(of: reference) != expected { areExpected = false }
        found.append(consume reference)
    }

    /// Returns the objects of a class and its subclasses.
    ///
    /// - Parameter type: the expected class.
    @inlinable
    consuming func objects<Model: PersistentModel>(of type: Model.Type) -> [Model] {
        guard areExpected else { return found.compactMap { $0 as? Model } }
        // The class of each object was checked. An array of references to any class has the same layout as an array of
        // references to a specific class, so the array doesn't need to be copied, which would double its memory.
        return unsafeBitCast(found, to: [Model].self)
    }
}
