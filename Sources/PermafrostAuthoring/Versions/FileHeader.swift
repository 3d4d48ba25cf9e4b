import SwiftSyntax

extension SwiftFile {
    /// The comments that the file begins with, for another file of its kind: with that one's name, and without who wrote it and when.
    ///
    /// Documentation, and a comment right before a declaration, belong to that one. Empty if there is no such comment.
    func header(for name: String) -> String {
        guard let first = tree.firstToken(viewMode: .sourceAccurate) else { return "" }
        let lines = text(0..<first.positionAfterSkippingLeadingTrivia.utf8Offset).replacing("\r\n", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init).dropLast()
        let isBeforeImport = first.parent?.is(ImportDeclSyntax.self) == true
        let end = isBeforeImport ? lines.endIndex : lines.lastIndex(of: "") ?? 0
        let own = path.split(separator: "/").last.map(String.init) ?? path
        var kept: [String] = []
        for line in lines[..<end] where line.hasPrefix("//") && !line.hasPrefix("///") {
            if line.contains("Created by") { continue }
            let isEmpty = line.allSatisfy { $0 == "/" || $0 == " " }
            if isEmpty, let last = kept.last, last.allSatisfy({ $0 == "/" || $0 == " " }) { continue }
            kept.append(line.replacing(own, with: name))
        }
        return kept.isEmpty ? "" : kept.joined(separator: "\n") + "\n\n"
    }
}
