import PermafrostModel
import SwiftData

/// The way of a store from its version to the wanted one, by a plan.
struct PlanPath: Sendable {
    /// The version that the store is of.
    let source: VersionIdentity
    /// The frameworks that made the store, if they read the version otherwise than the one of this process.
    let framework: FrameworkVariant.Framework?
    /// The version that it is brought to.
    let destination: VersionIdentity
    /// The versions that lie between, oldest first.
    let between: [VersionIdentity]

    /// Finds the way.
    ///
    /// - Throws: ``MigrationError`` with `.foreignStore`, `.newerStore`, `.unknownVersion`, `.noPath` or `.invalidPlan`.
    init(
        _ plan: MigrationPlan, from facts: StoreFacts, to wanted: VersionIdentity,
        keeping configurations: StoreConfigurations
    ) throws {
        let versions = try plan.schemas.map { try VersionIdentity.of($0) }
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
        guard start <= end else {
            throw MigrationError(
                .newerStore(store: "\(versions[start].version)", wanted: "\(versions[end].version)"))
        }
        let links = try plan.links.map { from, to in
            (
                from: digests.firstIndex(of: configurations.digest(of: try VersionIdentity.of(from))),
                to: digests.firstIndex(of: configurations.digest(of: try VersionIdentity.of(to)))
            )
        }
        if let refusal = Self.refusal(of: plan, versions, links, upTo: end) {
            throw MigrationError(.invalidPlan([refusal]))
        }
        var between: [VersionIdentity] = []
        var current = start
        while current < end {
            guard let next = links.first(where: { $0.from == current })?.to, next > current, next <= end else {
                throw MigrationError(
                    .noPath(from: "\(versions[current].version)", to: "\(versions[end].version)"))
            }
            if next < end { between.append(versions[next]) }
            current = next
        }
        source = versions[start]
        framework = configurations.framework(ofStoreWith: facts.hashes, of: versions[start])
        destination = versions[end]
        self.between = between
    }

    /// Why SwiftData takes no store by a plan, whatever the store's version; nil if it takes some. A plan that is refused so
    /// costs no backup.
    private static func refusal(
        of plan: MigrationPlan, _ versions: [VersionIdentity], _ links: [(from: Int?, to: Int?)], upTo end: Int
    ) -> String? {
        for (index, version) in versions[...end].enumerated() {
            guard let same = versions[..<index].first(where: { $0.hashes == version.hashes }) else { continue }
            return "\(version.name) \(version.version) has the hashes of \(same.name) \(same.version)."
        }
        for (index, link) in links.enumerated() {
            let (from, to) = plan.links[index]
            guard let start = link.from, let next = link.to else {
                // A part of the plan that ends before its last version has no such stages.
                guard end == versions.count - 1 else { continue }
                return "The stage from \(from) to \(to) names a version that the plan does not list."
            }
            guard start < next || max(start, next) > end else {
                return "The stage from \(from) to \(to) leads backwards."
            }
        }
        return nil
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

extension MigrationPlan {
    /// The versions that each stage leads from and to.
    var links: [(from: any VersionedSchema.Type, to: any VersionedSchema.Type)] {
        outline.map { ($0.from, $0.to) }
    }

    /// The plan's name: that of the app's type, else of its last version.
    var name: String {
        switch source {
        case .stages: schemas.last.map { "\($0)" } ?? "plan"
        case .type(let type): "\(type)"
        }
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
