import PermafrostModel
import PermafrostSource

/// An existing test file, and whether `scaffold` wrote its content.
///
/// A written file begins with a heading that contains the digest of the rest. If the digest doesn't match, the file was
/// edited. The kind of line break doesn't matter, because git may convert line breaks.
struct ExistingTest {
    /// The content, with `\r\n` replaced by `\n`.
    let text: String
    /// Whether `scaffold` wrote the file, even if it was edited since.
    let isWritten: Bool
    /// Whether `scaffold` wrote the file and it hasn't been edited since.
    let isUnedited: Bool
    /// Whether the file is unedited, and contains a test that fails until assertions are written.
    let isUnfinished: Bool
    /// The test framework that the file imports, or nil if it imports none.
    let framework: TestFramework?

    private static let start = "// Written by `permafrost scaffold`."
    private static let explanation = " You can edit it: the command never overwrites an edited file."
    private static let digest = "// Digest of the lines below, to recognize edits: "

    static func heading(of content: String) -> String {
        start + explanation + "\n" + digest + Self.digest(of: content) + "\n"
    }

    private static func digest(of content: String) -> String {
        String(Digest.hex(Digest.sha256(Array(content.utf8))).prefix(16))
    }

    init(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
        self.text = text
        let lines = text.split(separator: "\n", maxSplits: 2, omittingEmptySubsequences: false)
        isWritten = lines[0].hasPrefix(Self.start)
        isUnedited =
            lines.count == 3 && String(lines[0]) == Self.start + Self.explanation
            && String(lines[1]) == Self.digest + Self.digest(of: String(lines[2]))
        isUnfinished = isUnedited && text.contains(TestMethod.unfinishedComment)
        framework = TestFramework.allCases.first { framework in
            text.split(separator: "\n").contains { line in
                let words = line.split(separator: " ")
                return words.count >= 2 && words.suffix(2).elementsEqual(["import", framework.module[...]])
            }
        }
    }
}

extension ExistingTest {
    /// The modules that a handwritten file imports as testable.
    var testedModules: [String] {
        guard !isWritten else { return [] }
        return text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ").prefix { !$0.hasPrefix("//") }
            return words.count == 3 && words[0] == "@testable" && words[1] == "import" ? String(words[2]) : nil
        }
    }
}

extension TestFramework {
    /// Returns the framework that a test target uses.
    ///
    /// It is the framework of most handwritten tests. If there are none, it is the framework of most tests that
    /// `scaffold` wrote. In an empty target, it is Swift Testing if the target depends on its package. Otherwise, it is
    /// XCTest.
    static func used(in folder: TestFolder) -> TestFramework {
        let sources = DirectorySources(directory: folder.path)
        // Ignore folders and files that can't be read.
        let paths = (try? SourceFileList(directory: folder.path))?.files.map(\.path) ?? []
        let tests = paths.compactMap { path in
            try? sources.withBytes(of: path) { ExistingTest(Array($0)) }
        }
        for isWritten in [false, true] {
            let found = tests.filter { $0.isWritten == isWritten }.compactMap(\.framework)
            let count = found.filter { $0 == .swiftTesting }.count
            if !found.isEmpty { return count * 2 > found.count ? .swiftTesting : .xctest }
        }
        return folder.target?.dependencies.contains("Testing") == true ? .swiftTesting : .xctest
    }
}
