import Foundation
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import CartographerExample
@testable import PermafrostTesting
@testable import PostsExample
@testable import TripsExample

/// A migration whose result is corrupted repeatedly.
struct CorruptedExample: Sendable, CustomTestStringConvertible {
    var name: String
    /// The number of corruptions in the short campaign.
    var share: Int
    var isReal = false
    /// The kinds of corruption that aren't possible in this store.
    var lacks: Set<Corruption.Kind>
    var make: @Sendable () throws -> (Migration, [ExpectedChange])

    var testDescription: String { name }

    /// The length of the campaign as a multiple of the short one.
    static let factor = ProcessInfo.processInfo.environment["PERMAFROST_CORRUPTIONS"].flatMap(Int.init) ?? 1

    static var all: [CorruptedExample] {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { early + late } else { early }
    }

    private static let early = [
        CorruptedExample(
            name: "Posts, renamed and transformed", share: 80,
            lacks: [
                .externalFile, .missingExternalFile, .newProperty, .nullToValue, .toOneLink, .lostToOneLink,
                .newToOneLink, .joinRow, .lostJoinRow, .newJoinRow, .compositeElement,
            ]
        ) {
            let fixture = try Fixture("1.0.0", group: "PostsMigrationPlan")
            return (
                try migrate(fixture, to: PostsSchemaV4.self, plan: PostsMigrationPlan.self),
                [.added("Post.slug", because: "made of the title"), .added("Post.publishedAt", because: "a date")]
            )
        },
        CorruptedExample(
            name: "Cartographer, to-one to many-to-many", share: 80,
            lacks: [.externalFile, .missingExternalFile, .blob]
        ) {
            let fixture = try Fixture("1.0.0", group: "CartographerMigrationPlan")
            return (
                try migrate(fixture, to: CartographerSchemaV2.self, plan: CartographerMigrationPlan.self),
                [
                    .renamed("Location.group", to: "Location.groups", because: "any number of groups"),
                    .renamed("Path.group", to: "Path.groups", because: "any number of groups"),
                ]
            )
        },
    ]

    /// The examples with features that SwiftData lacked before these releases.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    private static var late: [CorruptedExample] {
        [
            CorruptedExample(
                name: "Trips, with large values in files", share: 80,
                lacks: [.newToOneLink, .joinRow, .lostJoinRow, .newJoinRow]
            ) {
                let fixture = try fixture(schema: TripsSchemaV1.self) { context in
                    for number in 0..<6 {
                        let trip = TripsSchemaV1.Trip(
                            name: "T\(number)", destination: "D", startDate: .distantPast,
                            endDate: Date(timeIntervalSinceReferenceDate: Double(number) + 0.1))
                        trip.budget = number.isMultiple(of: 2) ? Decimal(string: "10.11") : nil
                        trip.coverPhoto = Data(repeating: UInt8(number), count: number.isMultiple(of: 2) ? 200_000 : 50)
                        trip.bucketList.append(TripsSchemaV1.BucketListItem(title: "i\(number)"))
                        let address = Address(street: "s", city: "c", postalCode: nil, country: "n")
                        trip.livingAccommodation = TripsSchemaV1.LivingAccommodation(
                            name: "H\(number)", address: address)
                        trip.livingAccommodation?.website = URL(string: "https://example.invalid/\(number)")
                        context.insert(trip)
                    }
                }
                return (try migrate(fixture, to: TripsSchemaV2.self, plan: TripsMigrationPlan.self), [])
            },
            CorruptedExample(
                name: "Cocktails of a real store, with a property more", share: 60, isReal: true,
                lacks: [.externalFile, .missingExternalFile, .newToOneLink]
            ) {
                let fixture = try Fixture(storeAt: Conformance.store("swiftdata-cocktails-a.store"))
                return (try migrate(fixture, to: CocktailsV2.self, plan: CocktailsPlan.self), [])
            },
        ]
    }
}

@Suite struct CorruptionTests {
    /// A correctly migrated store has no findings, and every single corruption of it has one.
    @Test(arguments: CorruptedExample.all.filter { !$0.isReal })
    func everyCorruptionIsFound(_ example: CorruptedExample) throws {
        try run(example)
    }

    @Test(Conformance.isPresent, arguments: CorruptedExample.all.filter(\.isReal))
    func everyCorruptionOfARealStoreIsFound(_ example: CorruptedExample) throws {
        try run(example)
    }

    private func run(_ example: CorruptedExample) throws {
        let (migration, expected) = try example.make()
        let check = try migration.check(expecting: expected)
        let clean = try check.run()
        #expect(clean.passed, "\(clean)")
        var corruptor = Corruptor(check, store: migration.after.url, seed: 42)
        let total = example.share * CorruptedExample.factor
        var kinds = Corruption.Kind.allCases
        var done = 0
        while done < total, !kinds.isEmpty {
            let kind = kinds[done % kinds.count]
            let folder = try ScratchFolder()
            guard let (corruption, store) = try corruptor.corrupt(kind, in: folder.url) else {
                kinds.removeAll { $0 == kind }
                continue
            }
            done += 1
            var corrupted = check
            corrupted.after = try ComparedStore(path: store.path)
            let report = try corrupted.run()
            let paths = Set(corruption.path.split(separator: " ").map(String.init))
            #expect(
                report.differences.contains { paths.contains($0.path) },
                "\(corruption.kind) of \(corruption.path) is not told: \(corruption.text). Told: \(report)")
        }
        #expect(done == total)
        #expect(Set(Corruption.Kind.allCases).subtracting(kinds) == example.lacks)
        let types = Set(corruptor.entities.flatMap(\.pairs).filter { !$0.isElement }.map(\.after.attribute.type))
        #expect(Set(corruptor.corruptedTypes.keys) == types)
    }
}
