import PermafrostDeclarations

/// What a step's custom stage does about a change, as far as its operations tell. The hooks of a stage that has none, and
/// operations of the app's own, may do anything.
extension LintStep {
    /// Operations that set properties of new rows from what they keep of old ones.
    private static let carrying: Set<String> = ["Rename", "Transform", "Split", "Merge", "Reconnect"]
    /// Operations that touch no old row before the store is changed.
    private static let following: Set<String> = carrying.union(["Backfill"])

    private var operations: [PlanDeclaration.Stage.Operation] { stage?.operations ?? [] }

    /// Whether the stage runs code of which nothing is known.
    private var runsAnything: Bool {
        isCustom
            && (operations.isEmpty
                || operations.contains { !Self.isKnown($0.name) })
    }

    private static func isKnown(_ name: String) -> Bool {
        following.contains(name) || ["DeleteAll", "DeleteWhere", "Deduplicate"].contains(name)
            || name.hasPrefix("Assert.")
    }

    /// Whether code may change or delete rows of a model before the store is changed.
    func changesOldRows(of entity: String?) -> Bool {
        runsAnything
            || operations.contains { operation in
                ["DeleteAll", "DeleteWhere", "Deduplicate"].contains(operation.name)
                    && operation.types.contains { isOld($0.name, entity) }
            }
    }

    /// Whether rows that agree in a property may be gone before the store is changed.
    ///
    /// - Parameter property: nil where they are to differ in several properties together.
    func removesDuplicates(of entity: String, in property: String?) -> Bool {
        runsAnything
            || operations.contains { operation in
                switch operation.name {
                case "DeleteAll", "DeleteWhere": operation.types.contains { isOld($0.name, entity) }
                case "Deduplicate":
                    operation.keyPaths.contains { keyPath in
                        isOld(keyPath.type, entity) && (property == nil || keyPath.names.first == property)
                    }
                default: false
                }
            }
    }

    /// Whether an operation takes over what an old property holds.
    func carries(_ entity: String?, _ property: String?) -> Bool {
        operations.contains { operation in
            Self.carrying.contains(operation.name)
                && operation.keyPaths.contains { isOld($0.type, entity) && $0.names.first == property }
        }
    }

    /// Whether the links of an old relationship may be taken over.
    func carriesLinks(_ entity: String?, _ property: String?) -> Bool { runsAnything || carries(entity, property) }

    /// Whether an operation names a model of the older version.
    func names(_ entity: String) -> Bool {
        operations.contains { operation in operation.types.contains { isOld($0.name, entity) } }
    }

    /// Whether a class of the project may be a model of the older version: none that stands in the newer one.
    private func isOld(_ type: String?, _ entity: String?) -> Bool {
        guard let type, let entity else { return false }
        let isNewer = type.hasPrefix(to.schema + ".") && to.schema != from.schema
        return !isNewer && type.split(separator: ".").last.map(String.init) == entity
    }
}
