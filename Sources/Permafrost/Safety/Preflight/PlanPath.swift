import Foundation
import PermafrostModel
import PermafrostStore
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
            throw MigrationError(Self.refusal(of: facts, at: configurations.storeURL, versions, wanted))
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
        of facts: StoreFacts, at store: URL, _ versions: [VersionIdentity], _ wanted: VersionIdentity
    ) -> MigrationError.Cause {
        let known = Set(versions.flatMap(\.hashes.keys))
        if known.isDisjoint(with: facts.hashes.keys) { return .foreignStore(entities: facts.hashes.keys.sorted()) }
        if let number = facts.versionNumber, VersionGraph.isLater(number, than: "\(wanted.version)") {
            return .newerStore(store: number, wanted: "\(wanted.version)")
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
        return .unknownVersion(nearest: nearest.map { "\($0.0.name) \($0.0.version)" })
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
