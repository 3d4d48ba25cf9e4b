/// The way of a store from one version of a graph to another, as the framework takes it.
package struct Route: Sendable, Hashable {
    /// How the stages of the route are carried out.
    package enum Manner: Sendable {
        /// As the framework takes them: those that are all lightweight at once.
        case framework
        /// Each by itself.
        case stepByStep
    }

    /// Why a plan does not lead from one version to another.
    package enum Refusal: Error, Sendable, Hashable {
        /// The framework refuses every store for what is wrong with the plan: at least one problem.
        case plan([PlanProblem])
        /// The store is of a later version than the one that it is to be brought to.
        case newer
        /// No stage continues from a version.
        case noStage(from: Int)
    }

    /// Mapping models migrate from one version to another, which Core Data alone runs.
    package struct MappingModels: Error, Sendable, Hashable {
        package let stages: [Int]
    }

    /// One migration: the framework infers it from the models at its two ends.
    package struct Leg: Sendable, Hashable {
        package let from: Int
        package let to: Int
    }

    /// The versions that the stages lead through, the first and the last included.
    package let stops: [Int]
    /// The stages of the route.
    package let stages: [Int]
    /// The migrations that are carried out: one for the whole route, or one for each stage.
    package let legs: [Leg]

    /// The versions whose models the store really has on its way: what continuity and defaults go by.
    package var between: [Int] { legs.dropFirst().map(\.from) }
}

extension VersionGraph {
    /// The way between two versions of a plan, which is cut off at the last one.
    ///
    /// Stages that are all lightweight are one leg. With a custom stage on the way each stage is a leg of its own.
    ///
    /// Source: "Staged plans" of the migration rules, which developers report with a test matrix.
    ///
    /// - Throws: ``Route/Refusal``.
    package func route(from: Int, to: Int, _ manner: Route.Manner = .framework) throws(Route.Refusal) -> Route {
        guard from <= to else { throw .newer }
        let fatal = fatalProblems(upTo: to)
        guard fatal.isEmpty else { throw .plan(fatal) }
        let kept = stages(upTo: to)
        var stops = [from]
        var taken: [Int] = []
        var current = from
        while current < to {
            guard let index = kept.first(where: { stages[$0].from == .listed(current) }),
                case .listed(let next) = stages[index].to
            else { throw .noStage(from: current) }
            taken.append(index)
            stops.append(next)
            current = next
        }
        let isWalked = manner == .stepByStep || taken.contains { stages[$0].kind == .custom }
        return Route(stops: stops, stages: taken, legs: Self.legs(isWalked || from == to ? stops : [from, to]))
    }

    /// The way between two versions without a plan: inferred at once, in either direction.
    ///
    /// - Throws: ``Route/MappingModels``.
    package func inferredRoute(
        from: Int, to: Int, _ manner: Route.Manner = .framework
    ) throws(Route.MappingModels) -> Route {
        var stops = from == to ? [from] : [from, to]
        if manner == .stepByStep, from < to { stops = Array(from...to) }
        let legs = Self.legs(stops)
        let mapped = stages.indices.filter { index in
            legs.contains { stages[index].from == .listed($0.from) && stages[index].to == .listed($0.to) }
        }
        guard mapped.isEmpty else { throw Route.MappingModels(stages: mapped) }
        return Route(stops: stops, stages: [], legs: legs)
    }

    private static func legs(_ stops: [Int]) -> [Route.Leg] {
        zip(stops, stops.dropFirst()).map { Route.Leg(from: $0, to: $1) }
    }
}
