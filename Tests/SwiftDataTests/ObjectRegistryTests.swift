import PermafrostTestSupport
import Testing

@testable import SwiftData

/// The registry of a context's objects, whose pages are in a hash table.
@Suite struct ObjectRegistryTests {
    /// An object with a state, like an object of a model class.
    private final class Object {
        private let state = _ModelState()
        var storage: _ModelStorage { state.storage }
    }

    /// Registers and removes objects whose keys have a given distance, and compares the registry with a dictionary.
    @Test(arguments: [1, 63, 64, 4096, 0x1234_5678_9ABC] as [Int64])
    func findsExactlyTheRegisteredObjects(distance: Int64) {
        let registry = ObjectRegistry()
        var objects: [Int64: Object] = [:]
        var random = SeededGenerator(state: 7)
        func isRight(_ key: Int64) -> Bool {
            registry[key]?.address == objects[key].map(\.storage.address)
        }
        var wrong: [Int64] = []
        for _ in 0..<4000 {
            let key = Int64.random(in: 0..<500, using: &random) * distance - 100
            if let known = objects[key], Bool.random(using: &random) {
                // A different object doesn't remove the registered one, even if it's registered for another key.
                let other = Object()
                registry.remove(other.storage, at: key)
                registry.register(other.storage, at: -1_000_000_007)
                registry.remove(other.storage, at: key)
                if !isRight(key) || !known.storage.isRegistered { wrong.append(key) }
                registry.remove(other.storage, at: -1_000_000_007)
                registry.remove(known.storage, at: key)
                if known.storage.isRegistered || other.storage.isRegistered { wrong.append(key) }
                objects[key] = nil
            } else {
                let (replaced, object) = (objects[key], Object())
                registry.register(object.storage, at: key)
                objects[key] = object
                // A replaced object no longer removes anything when it's deallocated.
                if replaced?.storage.isRegistered ?? false || !object.storage.isRegistered { wrong.append(key) }
            }
            wrong += [key, key + distance * 65].filter { !isRight($0) }
        }
        #expect(wrong == [])
        #expect(Set(registry.values.map(\.address)).count == objects.count)
        for (key, object) in objects { registry.remove(object.storage, at: key) }
        #expect(registry.values.isEmpty)
    }
}
