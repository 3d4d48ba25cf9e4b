/// The objects of a fetch, as they come from its rows.
///
/// An array of a class that the code is not compiled for looks up its own type at each object that it is given. So they are
/// gathered here, and an array of the class takes all of them over at once, with the references that were counted for them.
struct FetchedObjects: ~Copyable {
    private let expected: AnyClass
    /// Whether every object is of the expected class, and of none that inherits from it.
    private var areExpected = true
    private var places = UnsafeMutablePointer<Unmanaged<AnyObject>>.allocate(capacity: 64)
    private var capacity = 64
    private var count = 0

    /// - Parameter expected: the class that most objects are likely to be of.
    init(expecting expected: AnyClass) { self.expected = expected }

    deinit {
        for index in 0..<count { places[index].release() }
        places.deallocate()
    }

    mutating func append(_ object: consuming any PersistentModel) {
        if type(of: object) != expected { areExpected = false }
        if count == capacity { grow() }
        (places + count).initialize(to: Unmanaged.passRetained(object))
        count += 1
    }

    /// Adds the objects that are of a class, or of one that inherits from it, to an array; none is left here.
    mutating func move<Model: PersistentModel>(to models: inout [Model]) {
        defer { count = 0 }
        guard areExpected, expected == Model.self, models.isEmpty else {
            for index in 0..<count {
                if let model = places[index].takeRetainedValue() as? Model { models.append(model) }
            }
            return
        }
        models = [Model](unsafeUninitializedCapacity: count) { buffer, initialized in
            // `Unmanaged` is the reference and nothing else.
            places.withMemoryRebound(to: Model.self, capacity: count) { found in
                if let start = buffer.baseAddress { start.moveInitialize(from: found, count: count) }
            }
            initialized = count
        }
    }

    private mutating func grow() {
        let larger = UnsafeMutablePointer<Unmanaged<AnyObject>>.allocate(capacity: capacity * 2)
        larger.moveInitialize(from: places, count: count)
        places.deallocate()
        places = larger
        capacity *= 2
    }
}
