import Foundation

/// The Swift code of the README and of the documentation's articles. ``CommentSamples`` contains the code of
/// documentation comments.
///
/// Each block that begins with ```` ```swift ```` is a separate file. A comment directly above the block contains the
/// code that a fragment needs around it. Readers of the page don't see it:
///
///     <!-- check: code
///     import PostsExample
///     private func sample() throws {
///     …
///     }
///     -->
///
/// The line `…` marks the place of the block, whose own imports come first. The comment for part of a package's
/// manifest begins with `check: manifest`. A comment that begins with `check: file` needs no block: it is a file that
/// the page's blocks use. A `…` in a block marks omitted code. In a comment, `\@` at the beginning of a line means `@`,
/// which DocC would otherwise read as a directive.
enum DocumentSamples {
    /// Returns the units for the pages' code and manifests.
    static func units(in repository: String, dependencies: [String], toolchain: Toolchain) throws -> [CheckUnit] {
        let samples = try pages(in: repository).flatMap { page in
            try self.samples(in: String(contentsOfFile: "\(repository)/\(page)", encoding: .utf8), of: page)
        }
        // The samples use the examples' modules with the names that readers would give their own modules.
        let aliases = dependencies.filter { $0.hasSuffix("Example") }
            .flatMap { ["-module-alias", "\($0.dropLast("Example".count))=\($0)"] }
        return [
            CheckUnit(
                name: "DocumentSamples", sources: samples.filter { !$0.isManifest }.map(\.source),
                dependencies: dependencies, arguments: aliases),
            try CommentSamples.unit(in: repository, dependencies: dependencies, arguments: aliases),
            CheckUnit(
                name: "DocumentManifests", sources: samples.filter(\.isManifest).map(\.source), platforms: [.macOS],
                arguments: ["-I", toolchain.manifestInterface, "-package-description-version", "6.2.0"]),
        ]
    }

    /// Returns the pages that contain code: the README, and the articles of the guide and of the modules.
    static func pages(in repository: String) throws -> [String] {
        let articles = try ["Documentation", "Sources"].flatMap { folder in
            guard let files = FileManager.default.enumerator(atPath: "\(repository)/\(folder)") else {
                throw CheckFailure("can't list \(repository)/\(folder)")
            }
            return files.compactMap { $0 as? String }.filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
                .map { "\(folder)/\($0)" }
        }
        return ["README.md"] + articles.sorted()
    }

    /// A block, or a file in a comment.
    struct Sample {
        let source: CheckUnit.Source
        let isManifest: Bool
    }

    /// The code around a block, from the comment above the block.
    private struct Frame {
        var kind: Substring
        var line: Int
        var before: [String] = []
        var after: [String] = []
    }

    /// Returns the samples in a page's text.
    ///
    /// - Throws: ``CheckFailure`` if a comment or a block isn't closed, or no block follows a comment.
    static func samples(in page: String, of path: String) throws -> [Sample] {
        let lines = page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var samples: [Sample] = []
        var frame: Frame?
        var index = 0
        /// Moves past the next line that equals `end`, and returns the lines before it.
        func linesUntil(_ end: String) throws -> ArraySlice<String> {
            let start = index + 1
            guard let stop = lines[start...].firstIndex(where: { $0.trimmingCharacters(in: .whitespaces) == end })
            else {
                throw CheckFailure("\(path):\(start): this comment or code block has no closing \(end)")
            }
            index = stop
            return lines[start..<stop]
        }
        while index < lines.count {
            let line = lines[index].trimmingCharacters(in: .whitespaces)
            let number = index + 1
            if line.hasPrefix("<!-- check: ") {
                let text = try linesUntil("-->").map { $0.hasPrefix("\\@") ? String($0.dropFirst()) : $0 }
                let parts = text.split(separator: "…", maxSplits: 1, omittingEmptySubsequences: false)
                frame = Frame(
                    kind: line.dropFirst("<!-- check: ".count), line: number, before: Array(parts[0]),
                    after: parts.count > 1 ? Array(parts[1]) : [])
                if let file = frame, file.kind == "file" {
                    samples.append(sample(file.before[...], in: nil, path: path, line: number + 1))
                    frame = nil
                }
            } else if line == "```swift" {
                samples.append(sample(try linesUntil("```"), in: frame, path: path, line: number + 1))
                frame = nil
            } else if line.hasPrefix("```") {
                _ = try linesUntil("```")
            } else if !line.isEmpty, frame != nil {
                break
            }
            index += 1
        }
        if let frame { throw CheckFailure("\(path):\(frame.line): no Swift code follows this comment") }
        return samples
    }

    private static func sample(_ code: ArraySlice<String>, in frame: Frame?, path: String, line: Int) -> Sample {
        let isManifest = frame?.kind == "manifest"
        guard let frame else {
            let text = code.joined(separator: "\n").replacing("…", with: "") + "\n"
            return Sample(source: CheckUnit.Source(path: path, text: text, firstLine: line), isManifest: false)
        }
        func isImport(_ line: String) -> Bool { line.hasPrefix("import ") || line.hasPrefix("@testable import ") }
        let imports = code.filter(isImport) + (isManifest ? ["import PackageDescription"] : [])
        // Lines of the block keep their position so that findings have the right line.
        let body = code.map { isImport($0) ? "" : $0.replacing("…", with: "") }
        return Sample(
            source: CheckUnit.Source(
                path: path, text: (body + frame.after).joined(separator: "\n") + "\n", firstLine: line,
                preamble: (imports + frame.before).map { $0 + "\n" }.joined()),
            isManifest: isManifest)
    }
}
