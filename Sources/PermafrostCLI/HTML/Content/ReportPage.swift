import PermafrostModel

/// The contents of a page as values, with text from the commands' reports and graphs. Headings and markup are added
/// when the page is written.
struct ReportPage: Sendable {
    /// The tone of a part, which determines its color and sign.
    enum Tone: String, Sendable, Hashable {
        case good
        case neutral
        case warning
        case error
    }

    /// A notice about the entire page, for example that something couldn't be read.
    struct Notice: Sendable {
        let tone: Tone
        /// The notice as a sentence.
        let text: String
        /// The output of another program, as lines.
        let output: [String]

        init(_ tone: Tone, _ text: String, output: [String] = []) {
            self.tone = tone
            self.text = text
            self.output = output
        }
    }

    /// The title, which consists of the names of a project's groups or a store's file name.
    let title: String
    /// The tool that created the page, such as `permafrost 1.0.0`.
    let generator: String
    /// The notices about missing parts of the page.
    var notices: [Notice] = []
    /// The groups of versions.
    var chapters: [ReportPage.Chapter] = []
    /// The findings; nil if nothing was checked.
    var findings: [ReportPage.FindingEntry]?
    /// The store; nil for a project's page.
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
    /// A finding with its source lines.
    struct FindingEntry: Sendable {
        let finding: Finding
        /// The names of the commands that report the finding.
        let commands: [String]
        /// The source line, followed by a line with a caret; empty if there is no source.
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
        /// A table or entity, with a description of its number of rows.
        struct Count: Sendable {
            let name: String
            let text: String
        }

        /// The displayed rows of an entity.
        struct Rows: Sendable {
            let entity: String
            /// The column names.
            let columns: [String]
            /// The cells, by row and column.
            let cells: [[String]]
            /// A description of the number of rows, and of the number that are shown.
            let summary: String
        }

        /// The facts, each with its name.
        let facts: [(name: String, value: String)]
        /// A sentence about the source of the model.
        let origin: String
        let model: SchemaModel
        /// The number of rows of each entity.
        let entities: [Count]
        let tables: [Count]
        /// The displayed rows.
        let rows: [Rows]
    }
}

extension ReportPage {
    /// A group of versions, with their states, the stages between them, and their differences.
    struct Chapter: Sendable {
        struct Version: Sendable {
            let name: String
            /// The type that declares the version; nil if there is none.
            let schema: String?
            /// The version's state, in a few words.
            let state: String
            let tone: ReportPage.Tone
            /// The location of the declaration.
            let place: String?
            /// The tags that contain the version, oldest first.
            let tags: [String]
            /// The facts, each with its name.
            let facts: [(name: String, value: String)]
            /// The model; nil if it couldn't be read.
            let model: SchemaModel?
        }

        /// A stage of the group's plan.
        struct Stage: Sendable {
            /// The positions of the stage's versions.
            let from, to: Int
            let kind: VersionGraph.PlanStage.Kind
            /// The location of the declaration.
            let place: String?
        }

        let name: String
        /// The versions, oldest first.
        let versions: [Version]
        let stages: [Stage]
        /// The differences that the page shows: those between consecutive versions, and those between other pairs.
        let differences: [Difference]

        /// Returns the difference between a version and the preceding one.
        func difference(to index: Int) -> Difference? { differences.first { $0.to == index && $0.from == index - 1 } }

        /// The differences between consecutive versions.
        var steps: [Difference] { differences.filter { $0.to == $0.from + 1 } }
    }
}
