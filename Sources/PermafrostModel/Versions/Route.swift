/// A store's migration path from one version of a graph to another. With ``Manner/framework``, it is the path that the
/// framework chooses.
package struct Route: Sendable, Hashable {
    /// The ways to run a route's stages.
    package enum Manner: Sendable {
        /// Runs all stages as one migration if they are lightweight, and otherwise one stage at a time, as the
        /// framework does.
        case framework
        /// Runs one stage at a time, even if all stages are lightweight.
        case stepByStep
    }

    /// The reason that a plan has no route from one version to another.
    package enum Refusal: Error, Sendable, Hashable {
        /// The framework rejects every store because of these problems in the plan. The array is never empty.
        case plan([PlanProblem])
        /// The store has a later version than the target.
        case newer
        /// The store can't reach the target, because a version on the route has no stage that ends at or before the
        /// target. The value is the version's position in the plan.
        case noStage(from: Int)
        /// It isn't known whether the plan has a stage, so the framework either rejects the store or infers a
        /// migration.
        case unknownStages
    }

    /// The error that is thrown if a route contains mapping models. Only Core Data can run mapping models.
    package struct MappingModels: Error, Sendable, Hashable {
        /// The positions of the mapping models among the graph's stages.
        package let stages: [Int]
    }

    /// A single migration that the framework infers from the models at its two ends.
    package struct Leg: Sendable, Hashable {
        package let from: Int
        package let to: Int
    }

    /// The positions of the versions on the route, including the first and the last.
    package let stops: [Int]
    /// The positions of the route's stages, in order. Empty for an inferred route.
    package let stages: [Int]
    /// The migrations to run, in order. There is one for the complete route, or one for each pair of adjacent stops.
    /// Empty if the route starts and ends at the same version.
    package let legs: [Leg]

    /// The positions of the intermediate versions that the store has during the migration, in order. Their models
    /// affect which properties continue and which defaults apply.
    package var between: [Int] { legs.dropFirst().map(\.from) }
}

extension VersionGraph {
    /// Returns the route between two versions of a plan. Versions after the target are ignored.
    ///
    /// If all stages are lightweight, they form a single leg. If any stage is custom, or if `manner` is
    /// ``Route/Manner/stepByStep``, each stage forms its own leg. If the plan has no stage, the route is the same as
    /// without a plan, and may go to an earlier version.
    ///
    /// This behavior was derived from developers' reports, which include a test matrix.
    ///
    /// - Throws: ``Route/Refusal`` if there is no route.
    package func route(from: Int, to: Int, _ manner: Route.Manner = .framework) throws(Route.Refusal) -> Route {
        guard staging != .noStages else { return Self.inferredRoute(from: from, to: to, manner) }
        guard from == to || staging != .unknown else { throw .unknownStages }
        guard from <= to else { throw .newer }
        let fatal = fatalProblems(upTo: to)
        guard fatal.isEmpty else { throw .plan(fatal) }
        var stops = [from]
        var taken: [Int] = []
        var current = from
        while current < to {
            let index = stagesByStart[current]?.first {
                if case .listed(let end) = stages[$0].to { end <= to } else { true }
            }
            guard let index, case .listed(let next) = stages[index].to else { throw .noStage(from: current) }
            taken.append(index)
            stops.append(next)
            current = next
        }
        let isWalked = manner == .stepByStep || taken.contains { stages[$0].kind == .custom }
        return Route(stops: stops, stages: taken, legs: Self.legs(isWalked || from == to ? stops : [from, to]))
    }

    /// Returns the route between two versions that no plan lists. It is a single inferred migration, to a later or an
    /// earlier version. If both versions are the same, the route has no migration.
    ///
    /// With ``Route/Manner/stepByStep``, a route to a later version has one migration for each pair of adjacent
    /// versions.
    ///
    /// - Throws: ``Route/MappingModels`` if there is a mapping model for any of the route's migrations.
    package func inferredRoute(
        from: Int, to: Int, _ manner: Route.Manner = .framework
    ) throws(Route.MappingModels) -> Route {
        let route = Self.inferredRoute(from: from, to: to, manner)
        let mapped = stages.indices.filter { index in
            route.legs.contains { stages[index].from == .listed($0.from) && stages[index].to == .listed($0.to) }
        }
        guard mapped.isEmpty else { throw Route.MappingModels(stages: mapped) }
        return route
    }

    private static func inferredRoute(from: Int, to: Int, _ manner: Route.Manner) -> Route {
        var stops = from == to ? [from] : [from, to]
        if manner == .stepByStep, from < to { stops = Array(from...to) }
        return Route(stops: stops, stages: [], legs: legs(stops))
    }

    /// Returns the route between two versions if the framework runs its stages as one migration. Returns nil if a stage
    /// is custom, if the route has fewer than two stages, or if there is no route.
    ///
    /// - Parameter end: the last version of the route, or nil for the newest version.
    package func singleMigration(from start: Int, to end: Int? = nil) -> Route? {
        guard let route = try? route(from: start, to: end ?? versions.count - 1), route.legs.count == 1,
            route.stages.count > 1
        else { return nil }
        return route
    }

    private static func legs(_ stops: [Int]) -> [Route.Leg] {
        zip(stops, stops.dropFirst()).map { Route.Leg(from: $0, to: $1) }
    }
}
