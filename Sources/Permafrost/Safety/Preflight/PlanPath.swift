import PermafrostModel
import SwiftData

/// The way of a store from its version to the wanted one, by a plan.
struct PlanPath {
    /// The version that the store is of.
    let source: VersionIdentity
    /// The frameworks that made the store, if they read the version otherwise than the one of this process.
    let framework: FrameworkVariant.Framework?
    /// The version that it is brought to.
    let destination: VersionIdentity
    /// The versions that the stages lead through, the first and the last included.
    let stops: [VersionIdentity]
    /// The stages, in order; none if the store is of the version already.
    let stages: [LivePlan.Stage]

    /// The versions between the first and the last one, oldest first.
    var between: [VersionIdentity] { Array(stops.dropFirst().dropLast()) }

    /// Finds the way. A plan by which SwiftData takes no store, whatever its version, is refused here: it costs no backup.
    ///
    /// - Throws: ``MigrationError`` with `.foreignStore`, `.newerStore`, `.unknownVersion`, `.noPath` or `.invalidPlan`.
    init(
        _ plan: MigrationPlan, from facts: StoreFacts, to wanted: VersionIdentity,
        keeping configurations: StoreConfigurations
    ) throws {
        let live = LivePlan(plan)
        let versions = try live.identities()
        let digests = versions.map { configurations.digest(of: $0) }
        guard let end = digests.firstIndex(of: configurations.digest(of: wanted)) else {
            throw MigrationError(
                .invalidPlan(["It does not list \(wanted.name), which the store is to be brought to."]))
        }
        let sameFramework = digests.firstIndex(of: facts.digest)
        let otherFramework = versions.firstIndex { configurations.framework(ofStoreWith: facts.hashes, of: $0) != nil }
        guard let start = sameFramework ?? otherFramework else {
            throw MigrationError(Self.refusal(of: facts, versions, wanted))
        }
        do {
            let route = try live.graph.route(from: start, to: end)
            stops = route.stops.map { versions[$0] }
            stages = route.stages.map { live.stages[$0] }
        } catch {
            throw MigrationError(Self.cause(error, live, start, end))
        }
        source = versions[start]
        framework = configurations.framework(ofStoreWith: facts.hashes, of: versions[start])
        destination = versions[end]
    }

    private static func cause(
        _ refusal: Route.Refusal, _ live: LivePlan, _ start: Int, _ end: Int
    ) -> MigrationError.Cause {
        func number(_ index: Int) -> String { "\(live.versions[index].type.versionIdentifier)" }
        return switch refusal {
        case .newer: .newerStore(store: number(start), wanted: number(end))
        case .noStage(let index): .noPath(from: number(index), to: number(end))
        case .plan(let problems): .invalidPlan(problems.map { live.graph.words(of: $0, plan: live.name).what + "." })
        // A plan in Swift has none.
        case .mappingModels: .noPath(from: number(start), to: number(end))
        }
    }

    /// Why a store is not taken that is of no version of the plan.
    private static func refusal(
        of facts: StoreFacts, _ versions: [VersionIdentity], _ wanted: VersionIdentity
    ) -> MigrationError.Cause {
        let known = Set(versions.flatMap(\.hashes.keys))
        if known.isDisjoint(with: facts.hashes.keys) { return .foreignStore(entities: facts.hashes.keys.sorted()) }
        if let number = facts.versionNumber, let version = Schema.Version(text: number), version > wanted.version {
            return .newerStore(store: number, wanted: "\(wanted.version)")
        }
        let nearest = versions.max { alikeness(of: $0, facts) < alikeness(of: $1, facts) }
        return .unknownVersion(nearest: nearest.map { "\($0.name) \($0.version)" })
    }

    /// How much of a store a version explains: entities of equal hashes count more than those of equal names.
    private static func alikeness(of version: VersionIdentity, _ facts: StoreFacts) -> Int {
        facts.hashes.reduce(0) { sum, entity in
            guard let hash = version.hashes[entity.key] else { return sum }
            return sum + (hash == entity.value ? 1000 : 1)
        } - version.hashes.keys.count { facts.hashes[$0] == nil }
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
