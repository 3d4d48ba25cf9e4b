import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostTestSupport
import Testing

/// The two folders of rules, the documentation and the registry list the same rules, and each rule is in a file with
/// its name.
@Suite struct RuleFilesTests {
    private static let folders = ["Sources/PermafrostModel/Rules", "Sources/PermafrostProject/Rules"]
    /// Folders with code that several rules share.
    private static let shared: Set = ["Engine", "Messages", "Run"]

    /// Returns the code of Swift files, by path in the project.
    private static func files() throws -> [String: String] {
        try SourceTree.code(below: "Sources")
    }

    @Test func everyRuleHasOneFile() throws {
        #expect(try Self.problems(of: Self.files(), documented: Self.documented()) == [])
    }

    /// A problem with the files, and the comparison's report of it.
    @Test(arguments: [
        (Mutation.remove("PF0208_RequiredWithoutDefault"), "PF0208_RequiredWithoutDefault.swift is missing"),
        (.rename("PF0101_IdentityDrift", "PF0101_Identity"), "PF0101_IdentityDrift.swift is missing"),
        (.rename("PF0101_IdentityDrift", "PF0101_Identity"), "PF0101_Identity.swift is not a rule's file"),
        (.rename("PF0234_TwoNumbers", "TwoNumbers"), "TwoNumbers.swift is not a rule's file"),
        (.rename("PF0120_SourceNotRead", "PF0122_SourceNotRead"), "PF0120_SourceNotRead.swift is missing"),
        (.rename("PF0114_UnknownStore", "Engine/PF0114_UnknownStore"), "PF0114_UnknownStore.swift is missing"),
        (.rename("PF0114_UnknownStore", "Drift/PF0114_UnknownStore"), "Drift is not a folder of rules"),
        (.copy("PF0104_DeclarationGone"), "PF0104_DeclarationGone.swift is there twice"),
        (
            .replace("PF0219_UniqueWithoutDeduplication", "struct UniqueWithoutDeduplication:", "struct Uniqueness:"),
            "PF0219_UniqueWithoutDeduplication.swift doesn't declare struct UniqueWithoutDeduplication"
        ),
        (
            .replace("PF0218_StagesOutOfOrder", "\"PF0218\"", "\"PF0219\""),
            "PF0218_StagesOutOfOrder.swift doesn't hold the page of PF0218 StagesOutOfOrder"
        ),
        (
            .replace("PF0105_NotFrozen", "struct", "let other = RulePage(code: \"PF0999\")\nstruct"),
            "PF0105_NotFrozen.swift holds 2 pages"
        ),
        (
            .replace("Engine/ProjectRule", "protocol", "let page = RulePage(code: \"PF0999\")\nprotocol"),
            "Sources/PermafrostProject/Rules/Engine/ProjectRule.swift holds a page"
        ),
    ]) func aMisplacedRuleIsReported(_ mutation: Mutation, report: String) throws {
        let original = try Self.files()
        let files = try mutation.applied(to: original)
        #expect(files != original)
        #expect(try Self.problems(of: files, documented: Self.documented()).contains(report))
    }

    @Test(arguments: ["PF0208 RequiredWithoutDefault", "PF0108 DamagedFixture"])
    func aRuleWithoutDocumentationIsReported(title: String) throws {
        var documented = try Self.documented()
        documented.removeAll { $0 == title }
        #expect(try Self.problems(of: Self.files(), documented: documented) == ["\(title) is not documented"])
    }

    // MARK: The comparison

    /// Returns the titles of the documentation's pages: `PF0208 RequiredWithoutDefault`.
    private static func documented() throws -> [String] {
        let folder = SourceTree.root.appending(path: "Documentation/Guide.docc/Rules")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("PF") }.map {
            let text = try String(contentsOf: folder.appending(path: $0), encoding: .utf8)
            return String(text.prefix { $0 != "\n" }.trimmingPrefix("# "))
        }
    }

    /// Returns the differences between the rules' files, the titles of documented rules and the registry.
    private static func problems(of files: [String: String], documented: [String]) -> [String] {
        let rules = RulePages.all
        let titles = Set(rules.map { "\($0.code) \($0.name)" })
        var problems = titles.subtracting(documented).map { "\($0) is not documented" }
        problems += Set(documented).subtracting(titles).map { "\($0) is documented and not in the registry" }
        var found: [String: [String]] = [:]
        for (path, text) in files {
            let pages = text.matches(of: /RulePage\(\s*code:/).count
            let folder = folders.first { path.hasPrefix($0 + "/") }
            let parts = folder.map { path.dropFirst($0.count + 1).split(separator: "/") } ?? []
            if parts.count == 1 {
                found[String(parts[0]), default: []].append(text)
                continue
            }
            if let name = parts.first, parts.count > 2 || !shared.contains(String(name)) {
                problems.append("\(name) is not a folder of rules")
            }
            if pages > 0 { problems.append("\(path) holds a page") }
        }
        for rule in rules {
            let name = "\(rule.code)_\(rule.name).swift"
            let texts = found.removeValue(forKey: name) ?? []
            if texts.isEmpty { problems.append("\(name) is missing") }
            if texts.count > 1 { problems.append("\(name) is there twice") }
            for text in texts {
                let pages = text.matches(of: /RulePage\(\s*code:/).count
                if pages != 1 { problems.append("\(name) holds \(pages) pages") }
                if !text.contains("code: \"\(rule.code)\", name: \"\(rule.name)\"") {
                    problems.append("\(name) doesn't hold the page of \(rule.code) \(rule.name)")
                }
                if text.firstMatch(of: /struct (\w+): (?:\w+)?Rule\b/)?.1 != Substring(rule.name) {
                    problems.append("\(name) doesn't declare struct \(rule.name)")
                }
            }
        }
        return problems + found.keys.map { "\($0) is not a rule's file" }
    }

    /// A change of the files, which are given by name in a folder of rules, without `.swift`.
    enum Mutation: Sendable {
        case remove(String)
        case rename(String, String)
        /// Copies the file into the other folder of rules.
        case copy(String)
        case replace(String, String, String)

        func applied(to original: [String: String]) throws -> [String: String] {
            func path(_ name: String) throws -> String {
                try #require(original.keys.first { $0.hasSuffix("/Rules/\(name).swift") }, "\(name)")
            }
            var files = original
            switch self {
            case .remove(let name): files[try path(name)] = nil
            case .rename(let name, let other):
                let path = try path(name)
                files[path.replacing("/\(name).swift", with: "/\(other).swift")] = files.removeValue(forKey: path)
            case .copy(let name):
                let path = try path(name)
                for folder in RuleFilesTests.folders { files["\(folder)/\(name).swift"] = original[path] }
            case .replace(let name, let text, let other):
                let path = try path(name)
                files[path] = original[path]?.replacing(text, with: other)
            }
            return files
        }
    }
}
