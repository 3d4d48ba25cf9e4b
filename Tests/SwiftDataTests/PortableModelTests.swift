import Foundation
import SwiftData
import Testing

// This file uses only the API that Apple documents, so it compiles with both modules. A class that declares `==` states
// its conformance to `Equatable` or `Comparable`. Without that the compiler (6.3) finds the operator ambiguous if a
// macro adds the conformance, unless the macro helps, as this package's macro does.

enum LibrarySchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Volume.self] }

    @Model final class Volume {
        var title: String

        init(title: String) { self.title = title }
    }
}

enum LibrarySchemaV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Volume.self] }

    @Model final class Volume {
        var title: String
        var pages: Int = 0

        init(title: String) { self.title = title }
    }
}

enum LibraryPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [LibrarySchemaV1.self, LibrarySchemaV2.self] }
    static var stages: [MigrationStage] { [countPages] }

    static let countPages = MigrationStage.custom(
        fromVersion: LibrarySchemaV1.self, toVersion: LibrarySchemaV2.self, willMigrate: nil,
        didMigrate: { context in
            for volume in try context.fetch(FetchDescriptor<LibrarySchemaV2.Volume>()) {
                volume.pages = volume.title.count
            }
            try context.save()
        })
}

/// A class with operators in its body, constants, nested enums, a struct stored member by member, and a transient
/// property.
@Model final class Parcel {
    let code = UUID()
    let origin: String = "depot"
    var weight: Double
    var state = State.packed
    var size: Size
    var note: String?
    @Relationship(deleteRule: .cascade, inverse: \Label.parcel) var labels: [Label] = []
    @Transient var isSelected = false

    enum State: String, Codable, CaseIterable {
        case packed
        case shipped
    }

    struct Size: Codable, Hashable {
        var width: Int
        var height: Int

        static func + (left: Size, right: Size) -> Size {
            Size(width: left.width + right.width, height: max(left.height, right.height))
        }
    }

    init(weight: Double, size: Size) {
        self.weight = weight
        self.size = size
    }

    static func == (left: Parcel, right: Parcel) -> Bool { left.code == right.code }
    static func < (left: Parcel, right: Parcel) -> Bool { left.weight < right.weight }
    static func + (left: Parcel, right: Parcel) -> Double { left.weight + right.weight }
    static prefix func ! (parcel: Parcel) -> Bool { parcel.state == .packed }
    static func += (parcel: inout Parcel, weight: Double) { parcel.weight += weight }

    func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension Parcel: Comparable {}

@Model final class Label {
    var text: String
    var parcel: Parcel?

    init(text: String) { self.text = text }
}

@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Model class Vehicle {
    let built = 1990
    var name: String

    init(name: String) { self.name = name }

    static func ~= (name: String, vehicle: Vehicle) -> Bool { vehicle.name == name }
}

@available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Model final class Truck: Vehicle {
    let axles = 3
    var load = 0.0

    init(name: String, load: Double) {
        self.load = load
        super.init(name: name)
    }

    static func < (left: Truck, right: Truck) -> Bool { left.load < right.load }
}

/// An object that only the main actor uses.
@MainActor @Model final class Screen: Equatable {
    let created = Date.now
    var title: String

    init(title: String) { self.title = title }

    nonisolated static func == (left: Screen, right: Screen) -> Bool { left.created == right.created }
}

@Suite struct PortableModelTests {
    @Test func operatorsInAModelsBodyWork() throws {
        let container = try ModelContainer(
            for: Parcel.self, Label.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let small = Parcel(weight: 1, size: Parcel.Size(width: 2, height: 3))
        var large = Parcel(weight: 2, size: Parcel.Size(width: 4, height: 1))
        large.labels = [Label(text: "fragile")]
        context.insert(small)
        context.insert(large)
        large += 3
        try context.save()
        #expect(small < large && !small && small != large && small + large == 6)
        #expect(small.size + large.size == Parcel.Size(width: 6, height: 3))
        let found = try ModelContext(container).fetch(FetchDescriptor<Parcel>(sortBy: [SortDescriptor(\.weight)]))
        #expect(found == [small, large] && found.sorted().map(\.weight) == [1, 5])
        #expect(found.allSatisfy { $0.state == .packed && $0.note == nil && !$0.isSelected })
        #expect(found.last?.labels.map(\.text) == ["fragile"])
    }

    @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func operatorsOfASubclassWork() throws {
        let container = try ModelContainer(
            for: Vehicle.self, Truck.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        for load in [2.0, 1.0] { context.insert(Truck(name: "T\(load)", load: load)) }
        context.insert(Vehicle(name: "V"))
        try context.save()
        let other = ModelContext(container)
        let trucks = try other.fetch(FetchDescriptor<Truck>()).sorted(by: <)
        #expect(trucks.map(\.load) == [1, 2] && trucks.map(\.axles) == [3, 3])
        #expect(try other.fetch(FetchDescriptor<Vehicle>()).map(\.built) == [1990, 1990, 1990])
        #expect(try other.fetch(FetchDescriptor<Vehicle>()).contains { "V" ~= $0 })
    }

    @MainActor @Test func aModelOfTheMainActorWorks() throws {
        let container = try ModelContainer(
            for: Screen.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let screen = Screen(title: "Home")
        container.mainContext.insert(screen)
        try container.mainContext.save()
        let found = try container.mainContext.fetch(FetchDescriptor<Screen>())
        #expect(found == [screen] && found.map(\.title) == ["Home"])
        let other = try #require(try ModelContext(container).fetch(FetchDescriptor<Screen>()).first)
        #expect(other !== screen && other == screen && [other] == [screen])
    }

    @Test func aStageIsAStaticConstant() throws {
        try withStore { configuration in
            do {
                let container = try ModelContainer(
                    for: Schema(versionedSchema: LibrarySchemaV1.self), configurations: configuration)
                let context = ModelContext(container)
                context.insert(LibrarySchemaV1.Volume(title: "Emma"))
                try context.save()
            }
            let container = try ModelContainer(
                for: Schema(versionedSchema: LibrarySchemaV2.self), migrationPlan: LibraryPlan.self,
                configurations: configuration)
            let volumes = try ModelContext(container).fetch(FetchDescriptor<LibrarySchemaV2.Volume>())
            #expect(volumes.map(\.pages) == [4])
        }
    }

    @Test func aStageCrossesThreads() async {
        let stage = LibraryPlan.countPages
        let version = await Task.detached {
            switch stage {
            case .custom(_, let to, _, _), .lightweight(_, let to): to.versionIdentifier
            @unknown default: Schema.Version(0, 0, 0)
            }
        }.value
        #expect(version == Schema.Version(2, 0, 0))
    }

    /// The metadata of a model's properties has no public members. A mirror shows them.
    @Test func aMirrorShowsThePropertiesOfMetadata() {
        let children = LibrarySchemaV2.Volume.schemaMetadata.map { Mirror(reflecting: $0) }
        #expect(children.map { $0.descendant("name") as? String } == ["title", "pages"])
        #expect(
            children.map { $0.descendant("keypath") as? AnyKeyPath }
                == [\LibrarySchemaV2.Volume.title, \LibrarySchemaV2.Volume.pages])
    }

    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func anEntityHasTheUnqualifiedNameOfItsType() {
        #expect(Schema.entityName(for: LibrarySchemaV2.Volume.self) == "Volume")
    }

    @Test func errorsAreCaughtByKind() throws {
        let container = try ModelContainer(
            for: Label.self, Parcel.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        do {
            _ = try ModelContext(container).fetch(FetchDescriptor<LibrarySchemaV1.Volume>())
            Issue.record("A class of another schema was fetched.")
        } catch SwiftDataError.unsupportedPredicate {
            Issue.record("The error was caught as another kind.")
        } catch SwiftDataError.unknownSchema {
        }
    }

    @Test func propertiesAreReadAndSetByKeyPaths() throws {
        let container = try ModelContainer(
            for: Label.self, Parcel.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let parcel = Parcel(weight: 1, size: Parcel.Size(width: 1, height: 1))
        context.insert(parcel)
        let label = Label(text: "a")
        parcel.setValue(forKey: \.labels, to: [label])
        parcel.setValue(forKey: \.weight, to: 2)
        #expect(parcel.getValue(forKey: \.labels) == [label] && parcel.getValue(forKey: \.weight) == 2)
        #expect(label.getValue(forKey: \.parcel) == parcel)
        label.setValue(forKey: \.parcel, to: nil)
        #expect(parcel.labels.isEmpty)
    }

    @Test func aDescriptorCrossesThreads() async throws {
        let descriptor = FetchDescriptor<Label>(sortBy: [SortDescriptor(\.text)])
        #expect(await Task.detached { descriptor.sortBy.count }.value == 1)
    }

    @Test func aConfigurationNeedsNoArguments() {
        #expect(ModelConfiguration().name == "default")
        #expect(!ModelConfiguration().isStoredInMemoryOnly)
        #expect(ModelConfiguration("Other").name == "Other")
        #expect(ModelConfiguration(isStoredInMemoryOnly: true).isStoredInMemoryOnly)
        #expect(ModelConfiguration(for: LibrarySchemaV1.Volume.self).schema?.entities.map(\.name) == ["Volume"])
    }

    private func withStore(_ body: (ModelConfiguration) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("portable-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(ModelConfiguration(url: folder.appendingPathComponent("App.store")))
    }
}
