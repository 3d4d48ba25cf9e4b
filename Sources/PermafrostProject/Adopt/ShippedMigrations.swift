import PermafrostModel
import PermafrostSource

/// The migrations between versions that have all shipped. The app's releases already migrate in the same way, because the
/// framework infers these migrations without a plan.
struct ShippedMigrations {
    /// The first tag with each migration's destination, keyed by the name of the stage.
    private let tags: [String: String]

    init(_ shapes: [ShippedShapes.Shape]) {
        tags = Dictionary(
            zip(shapes, shapes.dropFirst()).compactMap { from, to in
                guard !from.shipped.tags.isEmpty, let tag = to.shipped.tags.first else { return nil }
                return ("\(from.shipped.version) → \(to.shipped.version)", tag)
            }
        ) { first, _ in first }
    }

    /// Returns whether a finding is a warning or note about a migration that has shipped.
    func contain(_ finding: Finding) -> Bool {
        finding.severity < .error && finding.inferredPart != nil && finding.stage.map { tags[$0] != nil } == true
    }

    /// Returns the draft with a comment for each warning about these migrations, so that `lint` doesn't report it.
    ///
    /// - Parameters:
    ///   - findings: the findings of `lint` about the project with the draft.
    ///   - contents: the contents of the project's files with the draft.
    func explaining(
        _ findings: [Finding], in draft: NextVersionDraft, _ contents: SourceContents
    ) -> NextVersionDraft {
        var draft = draft
        let known = findings.filter { $0.severity == .warning && contain($0) }
        for (file, findings) in Dictionary(grouping: known, by: \.location?.file).sorted(by: {
            $0.key ?? "" < $1.key ?? ""
        }) {
            guard let file else { continue }
            let text = String(decoding: contents.contents(of: file), as: UTF8.self)
            let parts = findings.compactMap(\.inferredPart).unique.sorted()
            let new = Self.text(text, with: comments(on: findings))
            if let index = draft.files.firstIndex(where: { $0.path == file }) {
                draft.files[index].text = new
                if !draft.files[index].isNew { draft.files[index].changes += parts.map { .notRenamed($0) } }
            } else {
                draft.files.append(
                    DraftFile(path: file, text: new, oldText: text, changes: parts.map { .notRenamed($0) }))
            }
        }
        return draft
    }

    /// Returns the comments for findings in one file, keyed by the line that they explain.
    private func comments(on findings: [Finding]) -> [Int: String] {
        Dictionary(grouping: findings) { $0.location?.line ?? 0 }.mapValues { findings in
            let codes = findings.map(\.code).unique.sorted().joined(separator: ", ")
            let tag = findings.compactMap { $0.stage.flatMap { tags[$0] } }.first ?? ""
            return "// permafrost:ignore \(codes) because \(tag) already shipped this migration"
        }
    }

    /// Returns a file's text with comments above lines, in the indentation and with the line break of each line.
    private static func text(_ text: String, with comments: [Int: String]) -> String {
        let lines = text.utf8.split(separator: 10, omittingEmptySubsequences: false).map { Substring($0) }
        return lines.enumerated().flatMap { index, line -> [String] in
            guard let comment = comments[index + 1] else { return [String(line)] }
            let indentation = line.prefix { $0 == " " || $0 == "\t" }
            return [indentation + comment + (line.utf8.last == 13 ? "\r" : ""), String(line)]
        }.joined(separator: "\n")
    }
}
