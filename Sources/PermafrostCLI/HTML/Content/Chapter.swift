import PermafrostModel

/// A group of versions: how each stands, what leads from one to the next, and what differs.
struct Chapter: Sendable {
    /// A version.
    struct Version: Sendable {
        /// What people call it.
        let name: String
        /// The type that declares it; nil if none does.
        let schema: String?
        /// How it stands, in a few words.
        let state: String
        let tone: ReportPage.Tone
        /// Where it is declared.
        let place: String?
        /// The tags that it shipped at, oldest first.
        let tags: [String]
        /// Facts with their names.
        let facts: [(name: String, value: String)]
        /// Its model; nil if it could not be read.
        let model: SchemaModel?
    }

    /// A stage of the group's plan.
    struct Stage: Sendable {
        /// The positions of its versions.
        let from, to: Int
        let kind: PlanStage.Kind
        /// Where it is declared.
        let place: String?
    }

    /// The group's name.
    let name: String
    /// The versions, oldest first.
    let versions: [Version]
    let stages: [Stage]
    /// What differs between two versions, as far as the page shows it: neighbours, and other pairs.
    let differences: [Difference]

    /// The difference to a version from the one before it.
    func difference(to index: Int) -> Difference? { differences.first { $0.to == index && $0.from == index - 1 } }

    /// The differences of neighbours.
    var steps: [Difference] { differences.filter { $0.to == $0.from + 1 } }
}
