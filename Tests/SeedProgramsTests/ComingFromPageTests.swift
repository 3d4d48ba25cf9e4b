import Foundation
import PermafrostTestSupport
import Testing

/// The guide's page about other tools: every call that its tables show for this project occurs in the programs of this
/// target, which are compiled and run.
@Suite struct ComingFromPageTests {
    private static let page = "Documentation/Guide.docc/ComingFromOtherTools.md"
    private static let folder = "Tests/SeedProgramsTests"
    /// This file, which isn't one of the programs.
    private static let ownName = "ComingFromPageTests.swift"
    /// The only program that Swift 6 rejects.
    private static let nameInSwift5 = "VariableIdentifierTests.swift"

    @Test func everyCallOfThePageOccursInAProgram() throws {
        let page = try String(contentsOf: SourceTree.root.appending(path: Self.page), encoding: .utf8)
        let entries = PageEntry.entries(of: page)
        #expect(entries.count > 50)
        #expect(entries.contains { $0.code == "migrate(_:to:plan:)" })
        let programs = try Self.programs()
        for entry in entries {
            #expect(entry.occurs(in: programs), "\(Self.page):\(entry.line): no program contains \(entry.code)")
        }
    }

    @Test func everyProgramIsCompiledInBothLanguageModes() throws {
        func names(_ folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: SourceTree.root.appending(path: folder).path)
        }
        let programs = try names(Self.folder).filter { $0.hasSuffix(".swift") && $0 != Self.ownName }
        #expect(programs.count > 5)
        for name in programs {
            let link = SourceTree.root.appending(path: "Tests/SeedProgramsSwift5Tests/\(name)").path
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../SeedProgramsTests/\(name)")
        }
        let others = try names("Tests/SeedProgramsSwift5Tests").filter {
            $0.hasSuffix(".swift") && !programs.contains($0)
        }
        #expect(others == [Self.nameInSwift5])
    }

    private static func programs() throws -> [String] {
        try SourceTree.code(below: folder).filter { !$0.key.hasSuffix("/" + ownName) }.map(\.value)
    }
}

/// A piece of code in the column `here` of a page's table: a call such as `migrate(_:to:plan:)`, or any other code.
private struct PageEntry {
    let code: String
    let line: Int

    /// Returns the entries of a page's tables with the columns `there` and `here`.
    static func entries(of page: String) -> [PageEntry] {
        var entries: [PageEntry] = []
        var isInTable = false
        for (index, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let cells = line.split(separator: "|", omittingEmptySubsequences: false).dropFirst()
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard line.hasPrefix("|"), cells.count > 1 else {
                isInTable = false
                continue
            }
            if cells[0] == "there", cells[1] == "here" { isInTable = true }
            guard isInTable else { continue }
            entries += cells[1].matches(of: /`([^`]+)`/).map { PageEntry(code: String($0.1), line: index + 1) }
        }
        return entries
    }

    /// Whether one of the programs contains the code. A call is found by its name and by its labels, in order.
    func occurs(in programs: [String]) -> Bool {
        guard let call = code.wholeMatch(of: /(?:try )?@?([\w.]+)\(((?:\w+:)*)\)/) else {
            return programs.contains { program in
                program.ranges(of: code).contains { Self.isWord($0, in: program) }
            }
        }
        let labels = call.2.split(separator: ":").filter { $0 != "_" }
        return programs.contains { program in
            program.ranges(of: call.1 + "(").contains { range in
                guard Self.isWord(range.lowerBound..<range.lowerBound, in: program) else { return false }
                return Self.arguments(of: program[range.upperBound...]).contains(labels)
            }
        }
    }

    /// Whether no letter, digit or underscore is next to a range.
    private static func isWord(_ range: Range<String.Index>, in text: String) -> Bool {
        func isPart(_ character: Character?) -> Bool {
            character.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false
        }
        let isSeparate = range.isEmpty || !isPart(text[range.upperBound...].first)
        return isSeparate && !isPart(text[..<range.lowerBound].last)
    }

    /// The labels in the arguments of a call, whose text begins after the opening parenthesis.
    private static func arguments(of text: Substring) -> Labels {
        var depth = 1
        var labels: [Substring] = []
        var word = text.startIndex..<text.startIndex
        for index in text.indices {
            switch text[index] {
            case "(", "[", "{": depth += 1
            case ")", "]", "}": depth -= 1
            case ":" where depth == 1: labels.append(text[word])
            default: break
            }
            if depth == 0 { return Labels(labels: labels) }
            let isPart = text[index].isLetter || text[index].isNumber
            guard isPart else { continue }
            word = (word.upperBound == index ? word.lowerBound : index)..<text.index(after: index)
        }
        return Labels(labels: labels)
    }

    /// The labels of a call, in order.
    private struct Labels {
        let labels: [Substring]

        /// Whether the call has the given labels, in the same order. It may have others.
        func contains(_ wanted: [Substring]) -> Bool {
            var rest = labels[...]
            return wanted.allSatisfy { label in
                guard let index = rest.firstIndex(of: label) else { return false }
                rest = rest[(index + 1)...]
                return true
            }
        }
    }
}
