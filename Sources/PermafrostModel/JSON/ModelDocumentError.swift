/// Why a frozen model's JSON could not be read.
public enum ModelDocumentError: Error, Sendable, Hashable {
    /// The text is not JSON; the parser's reason.
    case notJSON(String)
    /// A key is absent; its path (`models[2].properties[0].name`).
    case missing(String)
    /// A value is not of the expected form; its path and what is expected there.
    case malformed(path: String, expected: String)
    /// The models do not have the checksum that the document records: it was edited by hand.
    case checksumMismatch(recorded: String)
    /// The document was written by a newer Permafrost: its format version, and the newest that this one reads.
    case newerFormat(found: Int64, newest: Int64)
    /// A newer Permafrost made the model, by rules that this one does not know: their number, and that of its own.
    case newerMapping(found: Int64, newest: Int64)
}
