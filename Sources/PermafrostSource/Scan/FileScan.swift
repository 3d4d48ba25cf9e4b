/// What was learnt of one file.
package struct FileScan: Sendable {
    /// How far it was looked at.
    package enum Kind: Sendable, Hashable {
        /// Scanned, and parsed if it declares models, schemas or plans.
        case first(readsCode: Bool)
        /// Parsed.
        case parsed(readsContainers: Bool, readsCode: Bool)
    }

    var summary = FileSummary()
    var parsed: ParsedFile?
    var problem: SourceIssue.Problem?
}
