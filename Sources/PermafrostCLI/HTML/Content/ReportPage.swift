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
    var chapters: [Chapter] = []
    /// What is wrong; nil if nothing was looked for.
    var findings: [FindingEntry]?
    /// A store; nil on the page of a project.
    var store: StoreChapter?
}
