import PermafrostModel

/// A group's versions, with their states, stages and differences.
struct Chapter: Sendable {
    struct Version: Sendable {
        let name: String
        /// The name of the type that declares the version or last declared it; nil if it isn't known.
        let schema: String?
        /// The version's state, in a few words.
        let state: String
        let tone: ReportPage.Tone
        /// The location of the declaration; nil if the version isn't declared.
        let place: String?
        /// The tags that contain the version, oldest first.
        let tags: [String]
        /// The version's facts, such as the checksum and the fixture's folder, with their labels.
        let facts: [(name: String, value: String)]
        /// The model; nil if it couldn't be read.
        let model: SchemaModel?
    }

    /// A stage of the group's plan.
    struct Stage: Sendable {
        /// The positions of the stage's two versions in ``Chapter/versions``.
        let from, to: Int
        let kind: PlanStage.Kind
        /// The location of the stage's declaration.
        let place: String?
    }

    let name: String
    /// The versions, oldest first.
    let versions: [Version]
    let stages: [Stage]
    /// The differences between every two versions, or only between consecutive versions if there are many.
    let differences: [Difference]

    /// Returns the difference between the version at an index and the preceding version; nil if the page doesn't
    /// have it.
    func difference(to index: Int) -> Difference? { differences.first { $0.to == index && $0.from == index - 1 } }

    /// The differences between consecutive versions.
    var steps: [Difference] { differences.filter { $0.to == $0.from + 1 } }
}
