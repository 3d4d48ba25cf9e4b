/// The page's style and script, from the files in `Texts`.
///
/// In light and dark mode, text has a contrast of at least 4.5 to 1. The script provides search, links to collapsed parts,
/// the choice of versions, zoomable diagrams, a dark mode and keyboard shortcuts. It creates elements and text nodes, and
/// never interprets text as markup.
enum PageTexts {
    /// The style. In its file, a line that starts with two spaces continues the previous line.
    static let style = EmbeddedTexts.pageCSS.replacing("\n  ", with: "")
    static let script = EmbeddedTexts.pageJS
}
