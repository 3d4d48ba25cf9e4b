/// The parts of a store's model whose loss the stages of a migration declare, with the reasons.
package struct AcceptedLosses: Sendable {
    package typealias Part = DeclaredLoss.Part

    /// A declaration that isn't true, with the reason.
    package struct Mistake: Sendable, Hashable {
        /// The path of the part that the declaration is about.
        package let path: String
        /// A clause that describes the mistake, such as `declared as dropped, but the newer version still has it`.
        package let text: String
    }

    /// The reasons for the accepted losses, keyed by the lost part. A reason that isn't known is empty.
    package private(set) var reasons: [Part: String] = [:]
    /// The declarations that aren't true.
    package private(set) var mistakes: [Mistake] = []

    /// Creates a value without any accepted loss.
    package init() {}

    /// Creates a value with the losses that the stages on a route declare. Assumes that no operation of a stage keeps
    /// or uses the lost values.
    ///
    /// - Parameters:
    ///   - path: the models before, between and after the stages, oldest first.
    ///   - losses: the losses that each stage declares.
    package init(path: [SchemaModel], losses: [[DeclaredLoss]]) {
        for (index, losses) in losses.enumerated() where !losses.isEmpty && index + 1 < path.count {
            let before = ModelContinuity(path: Array(path[...index]))
            let step = ModelContinuity(path: [path[index], path[index + 1]])
            func origin(of part: Part) -> Part? {
                guard let property = part.property else {
                    return before.entitySource[part.entity].map { Part(entity: $0) }
                }
                let place = ModelContinuity.Place(entity: part.entity, property: property)
                return before.propertySource[place].map { Part(entity: $0.entity, property: $0.property) }
            }
            for loss in losses { add(loss, in: step, origin: origin) }
        }
    }

    /// Adds a declared loss. If the declaration isn't true, also adds a mistake. An empty reason doesn't count as a
    /// mistake here, because only the rules report it.
    ///
    /// - Parameters:
    ///   - step: the continuity of the stage that declares the loss.
    ///   - isCarried: returns whether an operation keeps or uses the values of a property in the stage's older model.
    ///   - origin: returns the part of the store's model that corresponds to a part of the stage's older model, or nil
    ///     if the store doesn't have it.
    package mutating func add(
        _ loss: DeclaredLoss, in step: ModelContinuity, isCarried: (ModelContinuity.Place) -> Bool = { _ in false },
        origin: (Part) -> Part? = { $0 }
    ) {
        // Only the rules report a missing reason.
        if let mistake = loss.mistake(in: step, isCarried: isCarried), mistake != .noReason {
            mistakes.append(
                Mistake(path: loss.part.path, text: "declared as dropped, but \(mistake.clause(about: loss.part))"))
        }
        for part in loss.parts(in: step) {
            if let source = origin(part) { reasons[source] = loss.reason ?? "" }
        }
    }

    /// Returns the reason for the loss of a part of the store's model, or nil if no declaration accepts it.
    package func reason(forLossOf part: Part) -> String? { reasons[part] }
}
