/// PF0220: models of a synced store that CloudKit doesn't support. The conditions aren't verified with CloudKit.
struct CloudKitModel: Rule {
    static let needs: Set<Fact> = [.edits, .syncedStores]
    static let page = RulePage(
        code: "PF0220", name: "CloudKitModel", severity: .error,
        summary: """
            The newest models of a store that syncs use a feature that CloudKit doesn't support, such as a unique \
            constraint.
            """,
        failure: """
            If the store syncs, its container doesn't open (\(CoreDataFailure.cloudKitIntegration.code), "CloudKit \
            integration requires …"). CloudKit delivers records in any order and incomplete, so nothing can be \
            required. A store syncs if its configuration specifies a CloudKit database. If the configuration doesn't \
            specify one, the store syncs if the target's entitlements include CloudKit. With --cloudkit, Permafrost \
            assumes that every store syncs, except with cloudKitDatabase: .none.
            """,
        fix: """
            Remove unique constraints. Make attributes optional or give them a default on the property. Make relationships \
            optional (including to-many ones) and unordered, and give them an inverse and a delete rule other than deny. \
            If the store isn't meant to sync, pass cloudKitDatabase: .none to its ModelConfiguration.
            """,
        reads: ["the newest models", "the configurations of the store", "the entitlements"],
        source: .reports([
            "https://github.com/joshlacal/Catbird/pull/7",
            "https://github.com/scastiel/kado/pull/10",
        ]),
        assumption: "A store that syncs only in debug builds is a warning.",
        examples: (
            reported: .models("@Attribute(.unique) var title: String?", app: RuleExample.syncedStore(of: "AppV1")),
            accepted: .models("var title: String?", app: RuleExample.syncedStore(of: "AppV1"))
        ))

    func findings(in context: RuleContext) -> [Finding] {
        guard !context.syncedStores.isEmpty else { return [] }
        return context.groups.flatMap { group in
            group.newest.map { version in
                let variants = version.model?.frameworkVariants ?? []
                return (version.model?.entities ?? []).flatMap { entity -> [Finding] in
                    guard let store = context.syncedStore(of: entity.name, in: group) else { return [] }
                    return CloudKitViolation.all(of: entity, variants: variants).map { violation in
                        finding(
                            .init(
                                what: "\(violation.subject) \(violation.what), which CloudKit doesn't support",
                                affected: Self.affected(by: store, besides: violation.exempt),
                                fix: Self.fix(violation, of: version, in: group)
                                    + (store.alternative.map { ". \($0)" } ?? "")),
                            severity: store.isForDevelopment ? .warning : nil, in: group, about: version,
                            at: version.place(entity: entity.name, property: violation.property))
                    }
                }
            } ?? []
        }
    }

    private static func fix(
        _ violation: CloudKitViolation, of version: SchemaVersion, in group: RuleGroup
    ) -> String {
        guard group.frozenVersions.contains(version.name) else { return violation.fix }
        return "Leave \(version.name) unchanged, because it is frozen. In a new version: "
            + violation.fix.prefix(1).lowercased() + violation.fix.dropFirst()
            + (violation.isOfDeleteRule
                ? ". A delete rule isn't part of the version hash, so also make a change that affects the hash" : "")
    }

    /// Returns the affected users and the effect. Users of frameworks that infer the missing inverse aren't affected.
    private static func affected(by store: SyncedStore, besides exempt: [FrameworkVariant.Framework]) -> String {
        let code = CoreDataFailure.cloudKitIntegration.code
        let users =
            store.users
            + (exempt.isEmpty ? "" : ", except with \(exempt.map(\.text).listed), which infer the inverse")
        guard let reason = store.reason else {
            return "\(users). A container that syncs with CloudKit doesn't open (\(code))"
        }
        return "\(users). \(reason), so the store syncs with CloudKit, and the container doesn't open (\(code))"
    }
}
