import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// A store's route through a plan, from its version to the requested one.
struct PlanPath {
    /// The number of the version that the store has. If the store matches no version, this is the number that it
    /// records, or otherwise the most similar version's.
    let source: Schema.Version
    /// The system frameworks that made the store. Nil unless they infer inverse relationships that this process's
    /// framework doesn't infer. In that case, the store's version hashes differ from the hashes that this process
    /// computes.
    let framework: FrameworkVariant.Framework?
    /// The version that the store migrates to.
    let destination: LiveVersion
    /// The versions along the route, oldest first, including the store's version and ``destination``. Only
    /// ``destination`` if the store matches no version.
    let stops: [LiveVersion]
    /// The intermediate versions that SwiftData migrates the store to, oldest first. A version is missing if SwiftData
    /// combines the stages around it into one migration.
    let passed: [LiveVersion]
    /// The stages, in order. Empty if the store already has the destination version, or if the plan has no stage.
    let stages: [LivePlan.Stage]
    /// Whether SwiftData infers the migration, because the plan has no stage. False if the store already has the
    /// destination version.
    let isInferred: Bool

    /// The versions between the first and the last one, oldest first.
    var between: [LiveVersion] { Array(stops.dropFirst().dropLast()) }

    /// Creates the route of a store with the given metadata. Also checks the plan, so that no backup is made if
    /// SwiftData can't use it.
    ///
    /// If the plan has no stage, SwiftData infers the migration of a store that matches no version, so there is a route
    /// for this store too.
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
        destination = versions[end]
        guard let start = sameFramework ?? otherFramework else {
            let nearest = Self.nearest(to: facts, at: configurations.storeURL, versions)
            let refusal = Self.refusal(of: facts, by: plan, versions, wanted)
            guard refusal == nil, live.graph.staging == .noStages else {
                throw MigrationError(
                    refusal ?? .version(.unknown(nearest: nearest.map { "\($0.name) \($0.version)" })))
            }
            source = facts.versionNumber.flatMap(Schema.Version.init(text:)) ?? (nearest ?? destination).version
            (framework, stops, passed, stages, isInferred) = (nil, [destination], [], [], true)
            return
        }
        let route = try live.route(from: start, to: end)
        stops = route.stops.map { versions[$0] }
        passed = route.between.map { versions[$0] }
        stages = route.stages.map { live.stages[$0] }
        isInferred = live.graph.staging == .noStages && start != end
        source = versions[start].version
        framework = configurations.framework(ofStoreWith: facts.hashes, of: versions[start])
    }

    /// Returns the reason why a store that doesn't match any version of the plan is rejected, regardless of the plan's
    /// stages. Nil if there is no such reason.
    private static func refusal(
        of facts: StoreFacts, by plan: MigrationPlan, _ versions: [LiveVersion], _ wanted: LiveVersion
    ) -> MigrationError.Cause? {
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
        return nil
    }

    /// Returns the plan's version that is most similar to a store. Nil if the plan lists no version.
    private static func nearest(to facts: StoreFacts, at store: URL, _ versions: [LiveVersion]) -> LiveVersion? {
        let identifiers = facts.versionNumber.map { [$0] } ?? []
        // If the store's model can't be read, compare only the hashes.
        let model = try? StoreReader(path: store.path).model()
        return versions.map { version in
            let likeness =
                model.map {
                    StoreLikeness(
                        of: $0.completed(with: version.model), identifiers: identifiers, to: version.model)
                }
                ?? StoreLikeness(of: facts.hashes, identifiers: identifiers, to: version.model)
            return (version, likeness)
        }.max { $0.1 < $1.1 }?.0
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
