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
    var chapters: [Chapter] = []
    /// The findings; nil if nothing was checked.
    var findings: [FindingEntry]?
    /// The store; nil on a project's page, or if the store can't be read.
    var store: StoreChapter?
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
