import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// The way of a store from its version to the wanted one, by a plan.
struct PlanPath {
    /// The version that the store is of.
    let source: LiveVersion
    /// The frameworks that made the store, if they read the version otherwise than the one of this process.
    let framework: FrameworkVariant.Framework?
    /// The version that it is brought to.
    let destination: LiveVersion
    /// The versions that the stages lead through, the first and the last included.
    let stops: [LiveVersion]
    /// The versions between the first and the last one whose models the store really has, oldest first: none if the stages are
    /// taken as one.
    let passed: [LiveVersion]
    /// The stages, in order; none if the store is of the version already.
    let stages: [LivePlan.Stage]

    /// The versions between the first and the last one, oldest first.
    var between: [LiveVersion] { Array(stops.dropFirst().dropLast()) }

    /// Finds the route. A plan with which SwiftData opens no store, whatever its version, is refused here: it costs no backup.
    ///
    /// - Throws: ``MigrationError`` with `.version(.foreign)`, `.version(.newer)`, `.version(.unknown)`, `.plan(.noPath)` or
    ///   `.plan(.invalid)`.
    init(
        _ plan: MigrationPlan, from facts: StoreFacts, to wanted: LiveVersion,
        keeping configurations: StoreConfigurations
    ) throws {
        let live = LivePlan(plan)
        let versions = try live.identities()
        let digests = versions.map { configurations.digest(of: $0) }
        // Of versions with equal hashes the one that is named is meant.
        let named = versions.firstIndex { $0.type == wanted.type }
        guard let end = named ?? digests.firstIndex(of: configurations.digest(of: wanted)) else {
            throw MigrationError(
                .plan(.invalid(["It does not list \(wanted.name), which the store is to be brought to."])))
        }
        let sameFramework = digests.firstIndex(of: facts.digest)
        let otherFramework = versions.firstIndex { configurations.framework(ofStoreWith: facts.hashes, of: $0) != nil }
        guard let start = sameFramework ?? otherFramework else {
            throw MigrationError(Self.refusal(of: facts, at: configurations.storeURL, versions, wanted))
        }
        let route = try live.route(from: start, to: end)
        stops = route.stops.map { versions[$0] }
        passed = route.between.map { versions[$0] }
        stages = route.stages.map { live.stages[$0] }
        source = versions[start]
        framework = configurations.framework(ofStoreWith: facts.hashes, of: versions[start])
        destination = versions[end]
    }

    /// Why a store is not taken that is of no version of the plan.
    private static func refusal(
        of facts: StoreFacts, at store: URL, _ versions: [LiveVersion], _ wanted: LiveVersion
    ) -> MigrationError.Cause {
        let known = Set(versions.flatMap(\.hashes.keys))
        if known.isDisjoint(with: facts.hashes.keys) { return .version(.foreign(entities: facts.hashes.keys.sorted())) }
        if let number = facts.versionNumber, VersionGraph.isLater(number, than: "\(wanted.version)") {
            return .version(.newer(store: number, wanted: "\(wanted.version)"))
        }
        let identifiers = facts.versionNumber.map { [$0] } ?? []
        // A store whose model cannot be read is still compared by its hashes.
        let model = try? StoreReader(path: store.path).model()
        let nearest = versions.map { version in
            let likeness =
                model.map { StoreLikeness(of: $0, identifiers: identifiers, to: version.model) }
                ?? StoreLikeness(of: facts.hashes, identifiers: identifiers, to: version.model)
            return (version, likeness)
        }.max { $0.1 < $1.1 }
        return .version(.unknown(nearest: nearest.map { "\($0.0.name) \($0.0.version)" }))
    }
}

extension Schema.Version {
    /// The version of a text such as `2.0.0`; nil for any other text.
    init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let major = parts[0], let minor = parts[1], let patch = parts[2] else { return nil }
        self.init(major, minor, patch)
    }
}
