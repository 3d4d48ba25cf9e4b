import PermafrostTestSupport
import Testing

@testable import SwiftData

/// The registry of a context's objects, whose pages are in a hash table.
@Suite struct ObjectRegistryTests {
    /// Registers and removes objects whose keys have a given distance, and compares the registry with a dictionary.
    @Test(arguments: [1, 63, 64, 4096, 0x1234_5678_9ABC] as [Int64])
    func findsExactlyTheRegisteredObjects(distance: Int64) {
        let registry = ObjectRegistry()
        var objects: [Int64: _ModelStorage] = [:]
        var random = SeededGenerator(state: 7)
        func isRight(_ key: Int64) -> Bool {
            registry[key]?.toOpaque() == objects[key].map { Unmanaged.passUnretained($0).toOpaque() }
        }
        var wrong: [Int64] = []
        for _ in 0..<4000 {
            let key = Int64.random(in: 0..<500, using: &random) * distance - 100
            if let known = objects[key], Bool.random(using: &random) {
                // The storage of a different object doesn't remove the registered one.
                registry.remove(_ModelStorage(), at: key)
                if !isRight(key) { wrong.append(key) }
                registry.remove(known, at: key)
                objects[key] = nil
            } else {
                let storage = _ModelStorage()
                registry[key] = Unmanaged.passUnretained(storage)
                objects[key] = storage
            }
            wrong += [key, key + distance * 65].filter { !isRight($0) }
        }
        #expect(wrong == [])
        #expect(Set(registry.values.map { $0.toOpaque() }).count == objects.count)
        for (key, storage) in objects { registry.remove(storage, at: key) }
        #expect(registry.values.isEmpty)
    }
}
