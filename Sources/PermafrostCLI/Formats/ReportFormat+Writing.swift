import PermafrostModel

extension ReportFormat {
    /// A part of a report that is being written.
    enum Piece {
        /// Lines of text. Control characters, including line breaks in names, and the start of a service's command are
        /// replaced before the lines are written.
        case lines([String])
        /// The bytes of a document, such as JSON or XML, or of a part of it. Control characters and the start of a
        /// service's command are already escaped.
        case document([UInt8])
    }

    /// Writes a report. Every format can represent every report, including the report of an error.
    ///
    /// - Throws: an error in reading contents that aren't in memory, such as a store's rows. Even then, a JSON document
    ///   is well-formed.
    func write(_ report: some Report, _ context: ReportContext, to sink: (Piece) -> Void) throws {
        switch self {
        case .text: try Self.writePage(of: report, context) { sink(.lines($0)) }
        case .json: try Self.writeJSON(of: report) { sink(.document(PrintableText.json($0))) }
        case .github: sink(.document(Self.bytes(GitHubReport(FindingReport(report, context)).lines)))
        case .sarif: sink(.document(PrintableText.json(SARIFReport(FindingReport(report, context)).bytes)))
        case .junit:
            sink(.document(PrintableText.markup(Array(JUnitReport(FindingReport(report, context)).text.utf8))))
        case .xcode: sink(.lines(XcodeReport(FindingReport(report, context)).lines))
        case .markdown: sink(.document(Self.bytes(report.markdown(context).map(PrintableText.markdown))))
        }
    }

    private static func bytes(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] } }

    /// The minimum number of lines in a piece of text, and the minimum number of bytes in a piece of JSON. Only the
    /// last piece can be smaller.
    private static let (pageSize, pieceSize) = (1_000, 1 << 16)

    private static func writePage(of report: some Report, _ context: ReportContext, to sink: ([String]) -> Void) throws
    {
        var piece: [String] = []
        // After a failure, write the part that has been read.
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
        let document = report.contents.merging([
            "command": report.command, "exitCode": report.exitCode.rawValue, "formatVersion": 1,
        ])
        let frame = CanonicalJSONFrame(try CanonicalJSON(encoding: document), openAt: elements.map(\.path))
        var failure: (any Error)?
        var piece = frame.texts.first ?? []
        for (gap, text) in zip(frame.gaps, frame.texts.dropFirst()) {
            var isFirst = true
            do {
                try elements.first { $0.path == gap.path && failure == nil }?.read { element in
                    piece += try gap.text(of: CanonicalJSON(encoding: element), isFirst: isFirst)
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
}
