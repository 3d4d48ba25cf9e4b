/// A static or global constant that creates a `MigrationPlan`.
struct PlanConstant {
    /// The plan's name. This is the enclosing type's qualified name, followed by the constant's name if the type
    /// has several plans, as in `App.plan`. If no type of the project encloses the constant, this is the constant's
    /// name, after its module if it is one of ``TwinTypes``.
    let name: String
    /// The enclosing type's node, or nil for a constant outside any type.
    let node: Int?
    let reference: ValueReference

    /// Returns all constants that create plans. Omits constants in generic types, because a generic type isn't a
    /// single plan.
    ///
    /// - Parameter plans: the nodes of the types that are plans themselves. Their constants are omitted too.
    static func all(in table: DeclarationTable, besides plans: Set<Int>) -> [PlanConstant] {
        func made(_ values: [String: [ValueReference]]) -> [(
            String, ValueReference
        )] {
            values.sorted { $0.key < $1.key }.flatMap { name, references in
                references.filter { table.value($0).madePlan != nil }.map { (name, $0) }
            }
        }
        let foreign = Set(table.foreign.values)
        let members = table.nodes.indices.filter { node in
            !plans.contains(node) && table.nodes[node].parts.allSatisfy { table.type($0).generics.isEmpty }
        }.flatMap { node -> [PlanConstant] in
            let found = made(table.nodes[node].values)
            let isSeveral = Set(found.map(\.0)).count > 1
            return found.map { name, reference in
                let owner = table.nodes[node].path
                let named = foreign.contains(node) ? name : isSeveral ? "\(owner).\(name)" : owner
                return PlanConstant(name: named, node: node, reference: reference)
            }
        }
        return members
            + made(table.topValues).map { name, reference in
                let module = table.twins.module(of: name, in: table.files[reference.scope.file].path)
                return PlanConstant(name: (module.map { $0 + "." } ?? "") + name, node: nil, reference: reference)
            }
    }
}
