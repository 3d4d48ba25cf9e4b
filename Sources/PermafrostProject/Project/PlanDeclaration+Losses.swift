import PermafrostModel
import PermafrostSource

extension PlanDeclaration.Stage {
    /// The losses that the stage's `Drop` operations declare. A declaration with a class of the newer version isn't
    /// included, because a different rule reports it.
    var declaredLosses: [DeclaredLoss] { operations.compactMap { $0.declaredLoss(newer: from == to ? nil : to) } }
}

extension PlanDeclaration.Stage.Operation {
    /// Returns the loss that a `Drop` operation declares. Returns nil for any other operation, and if the class belongs
    /// to the newer version.
    ///
    /// - Parameter newer: the newer version's type, or nil if a class can't belong to it.
    func declaredLoss(newer: String?) -> DeclaredLoss? {
        guard isDrop, let type = keyPaths.first.map(\.type) ?? types.first?.name,
            newer.map({ !type.hasPrefix($0 + ".") }) ?? true
        else { return nil }
        let entity = type.split(separator: ".").last.map(String.init) ?? type
        let property = keyPaths.first.map { $0.names.joined(separator: ".") }
        return DeclaredLoss(.init(entity: entity, property: property), because: reason, at: location)
    }
}

extension VersionGroup {
    /// Returns the losses that the stages on a route declare.
    ///
    /// - Parameter models: the models of the route's stops, in order.
    func acceptedLosses(on route: Route, models: [SchemaModel]) -> AcceptedLosses {
        AcceptedLosses(path: models, losses: route.stages.map { plan?.stages[$0].declaredLosses ?? [] })
    }
}
