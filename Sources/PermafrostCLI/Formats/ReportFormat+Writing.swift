import PermafrostModel

extension ReportFormat {
    /// A piece of a report during writing.
    enum Piece {
        /// Lines whose control characters, including line breaks in names, are replaced before writing.
        case lines([String])
        /// A document or a part of one, whose format escapes control characters itself.
        case document([UInt8])
    }

    /// Writes a report. Every format works for every report, including the report of an error.
    ///
    /// - Throws: errors from reading the report's ``Report/elements``. The written document is complete even then.
    func write(_ report: some Report, _ context: ReportContext, to sink: (Piece) -> Void) throws {
        switch self {
        case .text: try Self.writePage(of: report, context) { sink(.lines($0)) }
        case .json: try Self.writeJSON(of: report) { sink(.document(Style.Printable.json($0))) }
        case .github: sink(.lines(FindingReport.GitHubReport(FindingReport(report, context)).lines))
        case .sarif: sink(.document(Style.Printable.json(SARIFReport(FindingReport(report, context)).bytes)))
        case .junit: sink(.document(Array(JUnitReport(FindingReport(report, context)).text.utf8)))
        case .xcode: sink(.lines(FindingReport.XcodeReport(FindingReport(report, context)).lines))
        case .markdown: sink(.lines(MarkdownReport(FindingReport(report, context)).lines))
        }
    }

    /// The amount to write at once: lines of a page, or bytes of a document.
    private static let (pageSize, pieceSize) = (1_000, 1 << 16)

    private static func writePage(of report: some Report, _ context: ReportContext, to sink: ([String]) -> Void) throws
    {
        var piece: [String] = []
        // Show the part that was read before the failure.
        defer { sink(piece) }
        try report.writePage(context) { lines in
            piece += lines
            guard piece.count >= pageSize else { return }
            sink(piece)
            piece.removeAll(keepingCapacity: true)
        }
    }

    private static func writeJSON(of report: some Report, to sink: ([UInt8]) -> Void) throws {
        let elements = report.elements
        let frame = CanonicalJSONFrame(json(of: report), openAt: elements.map(\.path))
        var failure: (any Error)?
        var piece = frame.texts.first ?? []
        for (gap, text) in zip(frame.gaps, frame.texts.dropFirst()) {
            var isFirst = true
            do {
                try elements.first { $0.path == gap.path && failure == nil }?.read { element in
                    piece += gap.text(of: element, isFirst: isFirst)
                    isFirst = false
                    guard piece.count >= pieceSize else { return }
                    sink(piece)
                    piece.removeAll(keepingCapacity: true)
                }
            } catch {
                failure = error
            }
            piece += text
        }
        sink(piece)
        if let failure { throw failure }
    }

    private static func json(of report: some Report) -> CanonicalJSON {
        .object(
            report.members + [
                ("command", .string(report.command)), ("exitCode", .integer(Int64(report.exitCode.rawValue))),
                ("formatVersion", .integer(1)),
            ])
    }
}
