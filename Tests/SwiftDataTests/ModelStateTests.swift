import Foundation
import Testing

@testable import SwiftData

/// The state of an object, which is a part of the object and has few bits for numbers that are usually small.
@Suite struct ModelStateTests {
    /// A class with a deinitializer and more properties than the state has bits for changes.
    @Model final class Wide {
        @Attribute(.unique) var name: String
        var a0 = 0
        var a1 = 1
        var a2 = 2
        var a3 = 3
        var a4 = 4
        var a5 = 5
        var a6 = 6
        var a7 = 7
        var a8 = 8
        var a9 = 9
        var b0 = 0
        var b1 = 1
        var b2 = 2
        var b3 = 3
        var b4 = 4
        var b5 = 5
        var b6 = 6
        var b7 = 7
        var b8 = 8
        var b9 = 9
        var c0 = 0
        var c1 = 1
        var c2 = 2
        var c3 = 3
        var c4 = 4
        var c5 = 5
        var c6 = 6
        var c7 = 7
        var c8 = 8
        var c9 = 9
        @Transient var onEnd: (() -> Void)?

        init(name: String) { self.name = name }

        deinit { onEnd?() }
    }

    private func context() throws -> ModelContext {
        ModelContext(
            try ModelContainer(for: Wide.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    }

    /// With 40 bytes, an object with a few properties needs 48 bytes less than with a separate state.
    @Test func aStateIsSmall() { #expect(MemoryLayout<_ModelState>.size == 40) }

    @Test(arguments: [0, 1, 0xFFFF, 0x1_0000, 0xFF_FFFF, 0x100_0000, -1, .max, .min] as [Int64])
    func versionsOfAnySizeAreKept(version: Int64) {
        let object = Wide(name: "a")
        let storage = object._modelStorage
        storage.isFault = true
        for other in [version, 7, version] {
            storage.version = other
            #expect(storage.version == other)
        }
        #expect(storage.isFault && !storage.isDeleted && storage.changed.isEmpty)
        #expect(storage.address == object._modelStorage.address)
    }

    @Test(arguments: [0, 4, 5, 26, 27, 30, 63, 64, 200])
    func changesOfAnyPropertyAreKept(number: Int) {
        let object = Wide(name: "a")
        let storage = object._modelStorage
        storage.isListed = true
        storage.changed.insert(1)
        storage.changed.insert(number)
        #expect((0...200).filter { storage.changed.contains($0) } == Set([1, number]).sorted())
        #expect(storage.isListed && !storage.isFault && !storage.isInserted && !storage.isRegistered)
        storage.isListed = false
        storage.changed = PropertySet()
        #expect(storage.changed.isEmpty && !storage.isListed)
    }

    @Test func changesOfLastPropertiesAreSaved() throws {
        let context = try context()
        context.insert(Wide(name: "a"))
        try context.save()
        let object = try #require(try context.fetch(FetchDescriptor<Wide>()).first)
        object.c9 = 90
        object.a0 = 10
        #expect(object.hasChanges)
        try context.save()
        #expect(!object.hasChanges)
        let other = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Wide>()).first)
        #expect(other.c9 == 90 && other.a0 == 10 && other.c8 == 8)
    }

    /// An object that ends leaves its context. Another object that has taken over its row stays.
    @Test func releasedObjectsLeaveTheirContext() throws {
        let context = try context()
        var old: Wide? = Wide(name: "a")
        var ended = 0
        old?.onEnd = { ended += 1 }
        if let old { context.insert(old) }
        try context.save()
        let identifier = try #require(old?.persistentModelID)
        #expect(context.registeredModel(for: identifier) as Wide? === old)
        let new = Wide(name: "a")
        context.insert(new)
        try context.save()
        #expect(new.persistentModelID == identifier)
        old = nil
        #expect(ended == 1)
        #expect(context.registeredModel(for: identifier) as Wide? === new)
        #expect(try context.fetch(FetchDescriptor<Wide>()).first === new)
        let registry = context.state.registry(of: try context.state.container.entity(of: Wide.self))
        #expect(registry.values.count == 1)
        func insertAndForget() throws {
            context.insert(Wide(name: "b"))
            try context.save()
        }
        try insertAndForget()
        #expect(registry.values.count == 1)
    }
}
