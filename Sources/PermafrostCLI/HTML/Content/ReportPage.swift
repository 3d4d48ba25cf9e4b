import PermafrostModel

/// The contents of an HTML page. The text comes from the commands' reports. Headings, diagrams and markup are added
/// when the page is written.
struct ReportPage: Sendable {
    /// The tone of a part of the page, which determines the part's color.
    enum Tone: String, Sendable, Hashable {
        case good
        case neutral
        case warning
        case error
    }

    /// A notice about the entire page, for example about a source that couldn't be read.
    struct Notice: Sendable {
        let tone: Tone
        /// The notice as a sentence.
        let text: String
        /// The lines that another program printed.
        let output: [String]

        init(_ tone: Tone, _ text: String, output: [String] = []) {
            self.tone = tone
            self.text = text
            self.output = output
        }
    }

    /// The title: the names of a project's groups, or a store's file name. It is `Permafrost` if the project has no
    /// groups or can't be read.
    let title: String
    /// The tool that created the page, such as `permafrost 1.0.0`.
    let generator: String
    /// The notices about the entire page, for example about a source that couldn't be read.
    var notices: [Notice] = []
    /// The chapters, one for each group of versions.
    var chapters: [ReportPage.Chapter] = []
    /// The findings; nil if nothing was checked.
    var findings: [ReportPage.FindingEntry]?
    /// The store; nil on a project's page, or if the store can't be read.
    var store: ReportPage.StoreChapter?
}

extension Finding.Severity {
    var tone: ReportPage.Tone {
        switch self {
        case .error: .error
        case .warning: .warning
        case .note: .neutral
        }
    }
}

extension ReportPage {
    /// A finding with its source line.
    struct FindingEntry: Sendable {
        let finding: Finding
        /// The names of the commands that report the finding.
        let commands: [String]
        /// The source line, followed by a line with a caret. Empty if the finding has no location or the line can't be
        /// read.
        let excerpt: [String]

        init(_ finding: Finding, commands: [String], excerpt: [String]) {
            self.finding = finding
            self.commands = commands
            self.excerpt = excerpt
        }
    }
}

extension ReportPage {
    /// A store, with its facts, model, tables and rows.
    struct StoreChapter: Sendable {
        /// The name of a table or entity, and its row count as text, such as `3 rows`.
        struct Count: Sendable {
            let name: String
            let text: String
        }

        /// The rows of one entity that are shown on the page.
        struct Rows: Sendable {
            let entity: String
            let table: Table
            /// The number of rows that are shown and the total number, such as `8 of 120 rows`.
            let summary: String
        }

        /// The store's facts, such as its size, with their labels.
        let facts: [(name: String, value: String)]
        /// A sentence about the model's origin.
        let origin: String
        let model: SchemaModel
        /// The number of rows of each entity.
        let entities: [Count]
        let tables: [Count]
        /// The rows that the page shows, grouped by entity.
        let rows: [Rows]
    }
}

extension ReportPage {
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
            let kind: VersionGraph.PlanStage.Kind
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
}
