import PermafrostModel

/// What a page shows, as values: the commands' reports and graphs with their own words. The page adds headings and marks.
struct ReportPage: Sendable {
    /// How grave something is, which decides its colour and its sign.
    enum Tone: String, Sendable, Hashable {
        case good
        case neutral
        case warning
        case error
    }

    /// A remark about the page as a whole, such as what could not be read.
    struct Notice: Sendable {
        let tone: Tone
        /// A sentence.
        let text: String
        /// What another program wrote, in lines.
        let output: [String]

        init(_ tone: Tone, _ text: String, output: [String] = []) {
            self.tone = tone
            self.text = text
            self.output = output
        }
    }

    /// What the page is of: a project's groups, or a store's file.
    let title: String
    /// What made it: `permafrost 1.0.0`.
    let generator: String
    /// What could not be read, and what is not on the page.
    var notices: [Notice] = []
    /// The groups of versions.
    var chapters: [ReportPage.Chapter] = []
    /// What is wrong; nil if nothing was looked for.
    var findings: [ReportPage.FindingEntry]?
    /// A store; nil on the page of a project.
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
    /// A finding with the lines of source that it is about.
    struct FindingEntry: Sendable {
        let finding: Finding
        /// The commands that found it.
        let commands: [String]
        /// The line of source, and a line with a caret below it; none if there is no source.
        let excerpt: [String]

        init(_ finding: Finding, commands: [String], excerpt: [String]) {
            self.finding = finding
            self.commands = commands
            self.excerpt = excerpt
        }
    }
}

extension ReportPage {
    /// A store: what it says of itself, its model, its tables and rows.
    struct StoreChapter: Sendable {
        /// A table or an entity with what it holds, in words.
        struct Count: Sendable {
            let name: String
            let text: String
        }

        /// Rows of one entity, as they are shown.
        struct Rows: Sendable {
            let entity: String
            /// The names of the columns.
            let columns: [String]
            /// The cells of each row.
            let cells: [[String]]
            /// How many there are and are shown.
            let summary: String
        }

        /// Facts with their names.
        let facts: [(name: String, value: String)]
        /// Where the model is from, in a sentence.
        let origin: String
        let model: SchemaModel
        /// The rows of each entity.
        let entities: [Count]
        let tables: [Count]
        /// The rows that were asked for.
        let rows: [Rows]
    }
}

extension ReportPage {
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
            let kind: VersionGraph.PlanStage.Kind
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
}
