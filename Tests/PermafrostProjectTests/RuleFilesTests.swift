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
}
