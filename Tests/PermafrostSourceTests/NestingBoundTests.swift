import Foundation
import SwiftParser
import SwiftSyntax
import Testing

@testable import PermafrostSource

/// The nesting bound counts every bracket that the parser sees.
@Suite struct NestingBoundTests {
    private static func firstExcess(_ text: String, square: Int) -> Int? {
        Array(text.utf8).withUnsafeBufferPointer { BoundedParser.NestingBound(square: square).firstExcess(in: $0) }
    }

    /// Brackets after a token that ends elsewhere than its quotes and slashes suggest.
    @Test(arguments: [
        "let r = /\"/, a = ", "let r = #/\"/#, a = ", "let r = #/\n\"\"\"\n/#\nlet a = ", "return/\"/, ",
        "let r = #\"\"\"#\nlet a = ",
        "let r = '\"', a = ", "let `a\"b` = ", "let r = <#\"\"\"#>\nlet a = ",
        "<<<<<<< a\n\"\"\"\n=======\n>>>>>>> b\nlet a = ", "let r = \"\\({)\" , a = ", "let r = \"a\\\nlet a = ",
        "#!\"\"\"\nlet a = ", "let r = \"\\(\n\" + \"\"\"\nlet a = ", "let r = #//#, a = ", "let a = \"[\\(\"]\")\" + ",
    ])
    func bracketsAreSeen(_ start: String) {
        #expect(Self.firstExcess(start + String(repeating: "[", count: 17), square: 16) != nil)
    }

    /// Characters that aren't brackets for the parser, and code with regular expressions as people write it.
    @Test(arguments: [
        "let r = /[\\[\\[\\[]+\"/; let s = \"[[[\"", "let a = b / c + \"[[[[[[\" + d / e",
        "// [[[[[[ \"\n/* [[[[[[ ' */",
        "func `does [[[[[[ it`() {}", "let r = #\"\"\"\n[[[[[[\n\"\"\"#", "let s = \"\\(a.map { \"[[[[[\" })[[[[[[\"",
        "let r = try /\\[x/.firstMatch(in: s)\nlet t = \"[[[[[[\"", "#!/usr/bin/env \"[[[[[[\nlet a = [1]",
    ])
    func othersAreNot(_ text: String) {
        #expect(Self.firstExcess(text, square: 6) == nil)
    }

    @Test("This project's sources stay far below the nesting limit")
    func realCode() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        for folder in ["Sources", "Plugins", "Tests"] {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: root.appending(path: folder).path)
            for path in paths where path.hasSuffix(".swift") {
                let bytes = [UInt8](try Data(contentsOf: root.appending(path: "\(folder)/\(path)")))
                let excess = bytes.withUnsafeBufferPointer {
                    BoundedParser.NestingBound(square: 8, all: 40, run: 100).firstExcess(in: $0)
                }
                #expect(excess == nil, "\(folder)/\(path)")
            }
        }
    }

    /// Random combinations of the lexer's special characters. No bracket is missed.
    @Test func everyBracketThatTheLexerFindsIsCounted() {
        let parts = [
            "/", "/", "\"", "\"", "#\"", "\"#", "\"\"\"", "\"\"\"", "#\"\"\"#", "'", "`", "`a\"b`", "<#", "#>", "//",
            "/*", "*/", "*", "\\", "\\(",
            "\\#(", "(", ")", ")", "{", "}", "[", "[", "]", "\n", "\n", " ", " ", "a", "1", "return ", "let x = ", "=",
            "+", "!", "?", ".", "@",
            "#", "#/", "/#", "#!", "<<<<<<< a\n", "\n>>>>>>> b\n", ">>>> a\n", "\n<<<<\n", ",", ";", ":", "\\\n", "\r",
            "<", ">", "->",
            "#if a\n", "#endif\n", "\u{0}", "é", "is ", "_", "\"\"", "\u{FEFF}",
        ]
        var random = BadInputTests.SplitMix(state: 11)
        for _ in 0..<4_000 {
            let count = Int.random(in: 3...24, using: &random)
            let text = (0..<count).compactMap { _ in parts.randomElement(using: &random) }.joined()
            let depth = Self.lexedDepth(text)
            guard depth > 0 else { continue }
            #expect(Self.firstExcess(text, square: depth - 1) != nil, "\(text.debugDescription)")
        }
    }

    /// Returns the depth of nested `[` tokens in the parser's result.
    private static func lexedDepth(_ text: String) -> Int {
        var (depth, deepest) = (0, 0)
        for token in Parser.parse(source: text).tokens(viewMode: .sourceAccurate) {
            switch token.tokenKind {
            case .leftSquare: depth += 1
            case .rightSquare: depth = max(0, depth - 1)
            default: continue
            }
            deepest = max(deepest, depth)
        }
        return deepest
    }
}
