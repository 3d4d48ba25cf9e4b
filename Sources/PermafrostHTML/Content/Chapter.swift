import PermafrostModel

/// A group of versions: how each stands, what leads from one to the next, and what differs.
package struct Chapter: Sendable {
    /// A version.
    package struct Version: Sendable {
        /// What people call it.
        package let name: String
        /// The type that declares it; nil if none does.
        package let schema: String?
        /// How it stands, in a few words.
        package let state: String
        package let tone: ReportPage.Tone
        /// Where it is declared.
        package let place: String?
        /// The tags that it shipped at, oldest first.
        package let tags: [String]
        /// Facts with their names.
        package let facts: [(name: String, value: String)]
        /// Its model; nil if it could not be read.
        package let model: SchemaModel?

        package init(
            name: String, schema: String?, state: String, tone: ReportPage.Tone, place: String?, tags: [String] = [],
            facts: [(name: String, value: String)] = [], model: SchemaModel?
        ) {
            self.name = name
            self.schema = schema
            self.state = state
            self.tone = tone
            self.place = place
            self.tags = tags
            self.facts = facts
            self.model = model
        }
    }

    /// A stage of the group's plan.
    package struct Stage: Sendable {
        /// The positions of its versions.
        package let from, to: Int
        package let kind: PlanStage.Kind
        /// Where it is declared.
        package let place: String?

        package init(from: Int, to: Int, kind: PlanStage.Kind, place: String?) {
            self.from = from
            self.to = to
            self.kind = kind
            self.place = place
        }
    }

    /// The group's name.
    package let name: String
    /// The versions, oldest first.
    package let versions: [Version]
    package let stages: [Stage]
    /// What differs between two versions, as far as the page shows it: neighbours, and other pairs.
    package let differences: [Difference]

    package init(name: String, versions: [Version], stages: [Stage], differences: [Difference]) {
        self.name = name
        self.versions = versions
        self.stages = stages
        self.differences = differences
    }

    /// The difference to a version from the one before it.
    func difference(to index: Int) -> Difference? { differences.first { $0.to == index && $0.from == index - 1 } }

    /// The differences of neighbours.
    var steps: [Difference] { differences.filter { $0.to == $0.from + 1 } }
}
