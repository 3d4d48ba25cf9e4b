/// PF0240: a store that may sync with CloudKit, and whose models CloudKit doesn't support.
///
/// Apple documents CloudKit's requirements for models. It isn't verified how CloudKit behaves if the source doesn't
/// determine the store's CloudKit database.
struct UnknownSync: Rule {
    static let needs: Set<Fact> = [.syncedStores]
    static let page = RulePage(
        code: "PF0240", name: "UnknownSync", severity: .warning,
        summary: "CloudKit doesn't support a store's models, and Permafrost can't determine whether the store syncs.",
        failure: """
            If the store syncs, its container doesn't open: \(CoreDataFailure.cloudKitIntegration.code), "CloudKit \
            integration requires …". The source doesn't show whether the store syncs, because the configuration's \
            cloudKitDatabase isn't a constant, or the target's entitlements can't be read.
            """,
        fix: """
            Pass cloudKitDatabase: .none or .private(…) to the ModelConfiguration, where the container is made. To check the \
            models for a store that syncs, run permafrost lint --cloudkit.
            """,
        reads: ["the newest models", "the configurations of the store", "the entitlements"],
        source: .cloudKitSchema,
        assumption: "It assumes that the store syncs.")

    func findings(in context: RuleContext) -> [Finding] {
        context.groups.flatMap { group in
            context.syncedStores.filter { $0.group == group.name }.compactMap { store -> Finding? in
                guard case .unknown(let reason) = store.evidence, let version = group.newest, let model = version.model
                else { return nil }
                let violations = model.entities.filter { entity in
                    store.contains(entity.name) && context.syncedStore(of: entity.name, in: group) == nil
                }.flatMap { CloudKitViolation.all(of: $0) }
                guard let first = violations.first else { return nil }
                let others = violations.count - 1
                let more = others == 0 ? "" : " (and \(others) more problem\(others == 1 ? "" : "s"))"
                return finding(
                    .init(
                        what:
                            "Permafrost can't determine whether the store of \(group.name) syncs with CloudKit: "
                            + reason,
                        affected:
                            "\(store.users) if the store syncs: the container doesn't open "
                            + "(\(CoreDataFailure.cloudKitIntegration.code)), because \(first.subject) "
                            + "\(first.what)\(more)",
                        fix: store.alternative
                            ?? "Pass cloudKitDatabase: .none or .private(…) to the ModelConfiguration"),
                    in: group, about: version, at: store.location ?? version.location)
            }
        }
    }
}
