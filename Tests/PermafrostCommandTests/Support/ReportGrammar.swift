import Foundation
import PermafrostTestSupport

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Problems that a program would have with a report: its grammar, required members, and the exit code.
enum ReportGrammar {
    /// Returns the problems of a command's report in a format.
    static func problems(_ result: CommandResult, command: String, format: String) -> [String] {
        var problems = (0...2).contains(result.status) ? [] : ["it ended with \(result.status)"]
        if result.status == 2, result.errors.isEmpty, result.output.isEmpty {
            problems.append("nothing says why it failed")
        }
        switch format {
        case "json": problems += json(result, command: command)
        case "sarif": problems += sarif(result)
        case "junit": problems += JUnitReading(result.output).problems
        case "github": problems += lines(result.output) { $0.hasPrefix("::") && $0.dropFirst(2).contains("::") }
        case "xcode":
            problems += lines(result.output) { line in
                [": error: ", ": warning: ", ": note: "].contains { line.contains($0) }
            }
        default: break
        }
        return problems
    }

    private static func lines(_ output: String, _ isFine: (Substring) -> Bool) -> [String] {
        output.split(separator: "\n").filter { !isFine($0) }.map { "not a line of the format: \($0)" }
    }

    private static func object(_ text: String) throws -> [String: Any] {
        guard let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] else {
            throw CocoaError(.propertyListReadCorrupt)
        }
        return object
    }

    private static func json(_ result: CommandResult, command: String) -> [String] {
        guard let report = try? object(result.output) else { return ["it is not JSON: \(result.output.prefix(200))"] }
        var problems: [String] = []
        if report["command"] as? String != command { problems.append("command is \(report["command"] ?? "missing")") }
        if report["exitCode"] as? Int != Int(result.status) { problems.append("exitCode is not \(result.status)") }
        if report["formatVersion"] as? Int != 1 { problems.append("formatVersion is missing") }
        if let error = report["error"], (error as? String ?? "").isEmpty { problems.append("error says nothing") }
        return problems
    }

    /// Returns missing members that SARIF 2.1.0 requires, or that code scanning needs to show anything.
    private static func sarif(_ result: CommandResult) -> [String] {
        guard let log = try? object(result.output) else { return ["it is not JSON: \(result.output.prefix(200))"] }
        guard log["version"] as? String == "2.1.0", let runs = log["runs"] as? [[String: Any]], let run = runs.first
        else { return ["it has no version or no run"] }
        var problems: [String] = []
        let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
        if driver?["name"] as? String != "permafrost" { problems.append("the tool's driver has no name") }
        let rules = Set((driver?["rules"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String })
        guard let results = run["results"] as? [[String: Any]] else { return problems + ["it has no results"] }
        for found in results { problems += sarif(found, rules) }
        let invocation = (run["invocations"] as? [[String: Any]])?.first
        guard let isComplete = invocation?["executionSuccessful"] as? Bool else {
            return problems + ["an invocation does not say whether it was successful"]
        }
        let notifications = invocation?["toolExecutionNotifications"] as? [[String: Any]] ?? []
        if !isComplete, notifications.isEmpty || notifications.contains(where: { text($0) == nil }) {
            problems.append("nothing says what was not successful")
        }
        if isComplete, result.status == 2, results.isEmpty { problems.append("a command that failed has no finding") }
        return problems
    }

    private static func sarif(_ found: [String: Any], _ rules: Set<String>) -> [String] {
        var problems: [String] = []
        if text(found) == nil { problems.append("a result has no message") }
        if !["error", "warning", "note"].contains(found["level"] as? String) { problems.append("a result's level") }
        if !rules.contains(found["ruleId"] as? String ?? "") { problems.append("no rule \(found["ruleId"] ?? "")") }
        for place in found["locations"] as? [[String: Any]] ?? [] {
            let physical = place["physicalLocation"] as? [String: Any]
            let uri = (physical?["artifactLocation"] as? [String: Any])?["uri"] as? String ?? ""
            let isURI = uri.utf8.allSatisfy { (0x21...0x7E).contains($0) } && URL(string: uri) != nil
            if uri.isEmpty || !isURI { problems.append("not a URI: \(uri)") }
            let region = physical?["region"] as? [String: Any]
            for member in ["startLine", "startColumn"] where (region?[member] as? Int ?? 0) < 1 {
                problems.append("\(member) is below 1")
            }
        }
        return problems
    }

    private static func text(_ part: [String: Any]) -> String? {
        (part["message"] as? [String: Any])?["text"] as? String
    }
}

/// A reader of JUnit's XML that uses Foundation's parser. Each CI service uses a parser of its own.
private final class JUnitReading: NSObject, XMLParserDelegate {
    private(set) var problems: [String] = []
    private var path: [String] = []
    private var counts: [[String: Int]] = []

    init(_ text: String) {
        super.init()
        let parser = XMLParser(data: Data(text.utf8))
        parser.delegate = self
        if !parser.parse() {
            problems.append("it is not XML: \(parser.parserError.map(String.init(describing:)) ?? "")")
        }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        let parents = [
            "testsuites": nil, "testsuite": "testsuites", "testcase": "testsuite", "failure": "testcase",
            "error": "testcase", "system-out": "testcase",
        ]
        if parents[name] != .some(path.last) { problems.append("\(name) is not in \(path.last ?? "nothing")") }
        path.append(name)
        for index in counts.indices {
            let counted = ["testcase": "tests", "failure": "failures", "error": "errors"]
            if let count = counted[name] { counts[index][count, default: 0] -= 1 }
        }
        if ["testsuites", "testsuite"].contains(name) {
            counts.append(
                ["tests", "failures", "errors"].reduce(into: [:]) { $0[$1] = Int(attributes[$1] ?? "") ?? -1 })
        }
        let needed = [
            "testcase": ["name", "classname"], "testsuite": ["name"], "failure": ["message"], "error": ["message"],
        ]
        for attribute in needed[name] ?? [] where (attributes[attribute] ?? "").isEmpty {
            problems.append("\(name) has no \(attribute)")
        }
    }

    func parser(
        _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
    ) {
        path.removeLast()
        guard ["testsuites", "testsuite"].contains(name), let left = counts.popLast() else { return }
        if left.values.contains(where: { $0 != 0 }) { problems.append("the counts of \(name) do not add up: \(left)") }
    }
}
