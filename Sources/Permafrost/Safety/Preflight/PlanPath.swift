import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// A store's route through a plan, from its version to the requested one.
struct PlanPath {
    /// The version that the store has.
    let source: LiveVersion
    /// The system frameworks that made the store. Nil unless they infer inverse relationships that this process's
    /// framework doesn't infer. In that case, the store's version hashes differ from the hashes that this process
    /// computes.
    let framework: FrameworkVariant.Framework?
    /// The version that the store migrates to.
    let destination: LiveVersion
    /// The versions along the route, oldest first, including ``source`` and ``destination``.
    let stops: [LiveVersion]
    /// The intermediate versions that SwiftData migrates the store to, oldest first. A version is missing if SwiftData
    /// combines the stages around it into one migration.
    let passed: [LiveVersion]
    /// The stages, in order. Empty if the store already has the destination version.
    let stages: [LivePlan.Stage]

    /// The versions between the first and the last one, oldest first.
    var between: [LiveVersion] { Array(stops.dropFirst().dropLast()) }

    /// Creates the route of a store with the given metadata. Also checks the plan, so that no backup is made if
    /// SwiftData can't use it.
    ///
    /// - Throws: ``MigrationError`` if the plan has no route for the store, with `.version(.foreign)`,
    ///   `.version(.retired)`, `.version(.newer)`, `.version(.unknown)`, `.plan(.noPath)` or `.plan(.invalid)`; SwiftData's error if it can't
    ///   make a container from a version.
    init(
        _ plan: MigrationPlan, from facts: StoreFacts, to wanted: LiveVersion,
        keeping configurations: StoreConfigurations
    ) throws {
        let live = LivePlan(plan)
        let versions = try live.identities()
        let digests = versions.map { configurations.digest(of: $0) }
        // If several versions have equal hashes, use the requested one.
        let named = versions.firstIndex { $0.type == wanted.type }
        guard let end = named ?? digests.firstIndex(of: configurations.digest(of: wanted)) else {
            throw MigrationError(
                .plan(.invalid(["The plan doesn't list \(wanted.name), the version to migrate the store to."])))
        }
        let sameFramework = digests.firstIndex(of: facts.digest)
        let otherFramework = versions.firstIndex { configurations.framework(ofStoreWith: facts.hashes, of: $0) != nil }
        guard let start = sameFramework ?? otherFramework else {
            throw MigrationError(Self.refusal(of: facts, by: plan, at: configurations.storeURL, versions, wanted))
        }
        let route = try live.route(from: start, to: end)
        stops = route.stops.map { versions[$0] }
        passed = route.between.map { versions[$0] }
        stages = route.stages.map { live.stages[$0] }
        source = versions[start]
        framework = configurations.framework(ofStoreWith: facts.hashes, of: versions[start])
        destination = versions[end]
    }

    /// Returns the cause of the error for a store that doesn't match any version of the plan.
    private static func refusal(
        of facts: StoreFacts, by plan: MigrationPlan, at store: URL, _ versions: [LiveVersion], _ wanted: LiveVersion
    ) -> MigrationError.Cause {
        let isNewer = facts.versionNumber.map { VersionGraph.isLater($0, than: "\(wanted.version)") } ?? false
        // None of a retired version's entities may be left in the plan, so compare with it first.
        if !isNewer, let retired = plan.retired.version(ofStoreWith: facts.hashes) {
            return .version(.retired(retired))
        }
        let known = Set(versions.flatMap(\.hashes.keys))
        if known.isDisjoint(with: facts.hashes.keys) { return .version(.foreign(entities: facts.hashes.keys.sorted())) }
        if isNewer, let number = facts.versionNumber {
            return .version(.newer(store: number, wanted: "\(wanted.version)"))
        }
        let identifiers = facts.versionNumber.map { [$0] } ?? []
        // If the store's model can't be read, compare only the hashes.
        let model = try? StoreReader(path: store.path).model()
        let nearest = versions.map { version in
            let likeness =
                model.map {
                    StoreLikeness(
                        of: $0.completed(with: version.model), identifiers: identifiers, to: version.model)
                }
                ?? StoreLikeness(of: facts.hashes, identifiers: identifiers, to: version.model)
            return (version, likeness)
        }.max { $0.1 < $1.1 }
        return .version(.unknown(nearest: nearest.map { "\($0.0.name) \($0.0.version)" }))
    }
}

extension Schema.Version {
    /// Creates a version from text such as `2.0.0`. Returns nil if the text isn't three integers separated by periods.
    init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 3, let major = parts[0], let minor = parts[1], let patch = parts[2] else { return nil }
        self.init(major, minor, patch)
    }
}
