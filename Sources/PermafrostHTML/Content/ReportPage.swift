import PermafrostModel

/// What a page shows, as values: the commands' reports and graphs with their own words. The page adds headings and marks.
package struct ReportPage: Sendable {
    /// How grave something is, which decides its colour and its sign.
    package enum Tone: String, Sendable, Hashable {
        case good
        case neutral
        case warning
        case error
    }

    /// A remark about the page as a whole, such as what could not be read.
    package struct Notice: Sendable {
        package let tone: Tone
        /// A sentence.
        package let text: String
        /// What another program wrote, in lines.
        package let output: [String]

        package init(_ tone: Tone, _ text: String, output: [String] = []) {
            self.tone = tone
            self.text = text
            self.output = output
        }
    }

    /// What the page is of: a project's groups, or a store's file.
    package let title: String
    /// What made it: `permafrost 1.0.0`.
    package let generator: String
    /// What could not be read, and what is not on the page.
    package var notices: [Notice]
    /// The groups of versions.
    package var chapters: [Chapter]
    /// What is wrong; nil if nothing was looked for.
    package var findings: [FindingEntry]?
    /// A store; nil on the page of a project.
    package var store: StoreChapter?

    package init(
        title: String, generator: String, notices: [Notice] = [], chapters: [Chapter] = [],
        findings: [FindingEntry]? = nil, store: StoreChapter? = nil
    ) {
        self.title = title
        self.generator = generator
        self.notices = notices
        self.chapters = chapters
        self.findings = findings
        self.store = store
    }
}
