import PermafrostModel
import PermafrostProject

/// A command's result, which ``ReportFormat`` can write in any format.
///
/// A report provides a JSON object, human-readable text, and findings for the formats that contain only findings.
protocol Report {
    var command: String { get }
    var exitCode: ExitCode { get }
    /// The JSON object, without `command`, `exitCode` and `formatVersion`.
    var contents: JSONObject { get }
    /// The JSON object's arrays that may not fit in memory. Their elements are read while the JSON is written.
    /// ``contents`` has a placeholder for each array.
    var elements: [ReportElements] { get }
    /// Returns the human-readable text as lines. Omits the lines that the command has already printed and the lines
    /// that ``writePage(_:to:)`` adds.
    func page(_ context: ReportContext) -> [String]
    /// Writes the human-readable text, in one or more parts.
    func writePage(_ context: ReportContext, to sink: ([String]) -> Void) throws

    /// Returns the lines of the report in GitHub's Markdown.
    func markdown(_ context: ReportContext) -> [String]

    /// All findings, which determine the exit code and the counts. No format lists more of them than
    /// ``listedFindings``.
    var findings: [Finding] { get }
    /// The examined subjects with their findings. Findings that don't belong to a subject are grouped by file.
    var subjects: [ReportSubject] { get }
    /// The documentation of the rules that the command checks, including rules without findings.
    var rules: [RulePage] { get }
    /// The old findings, which don't affect the exit code. There is one value for each comparison.
    var oldFindings: [OldFindings] { get }
    /// The message of the error that ended the command; nil if there was none.
    var failure: String? { get }
    /// Returns the notes that are written after the report.
    func notes(_ format: ReportFormat) -> [String]
    /// The suggestions for what to do next, which are written only after human-readable text.
    var nextSteps: [String] { get }
}

extension Report {
    var elements: [ReportElements] { [] }
    func writePage(_ context: ReportContext, to sink: ([String]) -> Void) throws { sink(page(context)) }
    func markdown(_ context: ReportContext) -> [String] { MarkdownReport(FindingReport(self, context)).lines }
    var findings: [Finding] { [] }
    var subjects: [ReportSubject] { [] }
    var rules: [RulePage] { [] }
    var oldFindings: [OldFindings] { [] }
    var failure: String? { nil }
    func notes(_ format: ReportFormat) -> [String] { [] }
    var nextSteps: [String] { [] }

    /// The findings that are listed. A tree that somebody prepared can have hundreds of thousands of findings.
    var listedFindings: [Finding] { Array(findings.prefix(ReportLimit.findings)) }
    /// The number of findings that aren't listed; nil if all are listed.
    var omittedCount: Int? { findings.count > ReportLimit.findings ? findings.count - ReportLimit.findings : nil }
    /// The sentence about the findings that aren't listed; nil if all are listed.
    var omission: String? {
        omittedCount.map { "\(Counted("more finding", $0)) \($0 == 1 ? "isn't" : "aren't") listed" }
    }
}

/// The limits for the length of a report.
enum ReportLimit {
    /// The maximum number of findings that a report lists.
    static let findings = 10_000
}

/// The elements of an array in a report's JSON. They are read while the JSON is written, because all of them may not
/// fit in memory.
struct ReportElements {
    /// The keys of the nested objects that contain the array, starting with a key of the report's contents. The
    /// contents have ``standIn(isEmpty:)`` in place of the array.
    let path: [String]
    /// The function that reads the elements, and passes each one to a closure.
    let read: (_ body: (JSONObject) throws -> Void) throws -> Void

    init(at path: [String], _ read: @escaping (_ body: (JSONObject) throws -> Void) throws -> Void) {
        self.path = path
        self.read = read
    }

    /// Returns the placeholder for an array in a report's contents. It contains one empty object, or nothing if the
    /// replaced array is empty.
    static func standIn(isEmpty: Bool) -> [JSONObject] { isEmpty ? [] : [[:]] }
}

/// A command's outcome. The raw value is the process's exit code.
enum ExitCode: Int32 {
    /// The command succeeded. It may have warnings, but found no errors or differences.
    case success = 0
    /// The command found errors or differences, such as drift or damage.
    case findings = 1
    /// The command failed, or its result is incomplete.
    case failed = 2
}

/// A subject that was examined, such as a version, with its findings.
struct ReportSubject {
    /// The name of the group of subjects that contains the subject, such as a version group's name. JUnit calls it a
    /// suite.
    var suite: String
    /// The subject's name, such as `1.0.0` for a version.
    var name: String
    /// The subject's state, in a few words; nil if the subject has no state.
    var state: String?
    var findings: [Finding]

    /// Returns versions as subjects with their findings. If the same version of a group occurs several times, its
    /// findings belong to the first occurrence.
    static func versions(_ versions: [(group: String, version: String)], _ findings: [Finding]) -> [ReportSubject] {
        let byVersion = Dictionary(grouping: findings.filter { $0.version != nil }) { $0.version ?? "" }
        var known: Set<[String]> = []
        return versions.map { version in
            let isFirst = known.insert([version.group, version.version]).inserted
            return ReportSubject(
                suite: version.group, name: version.version,
                findings: isFirst ? (byVersion[version.version] ?? []).filter { $0.groups.contains(version.group) } : []
            )
        }
    }
}

/// The context for writing a report, which determines colors and paths.
struct ReportContext {
    var style = Style(false)
    /// The absolute path of the project's folder. Paths in findings are relative to this folder.
    let directory: String
    /// The absolute path of the working folder. CI services treat this folder as the root of the repository.
    let workingDirectory: String

    /// Returns a file's path relative to the working folder. If the file is outside the working folder, returns the
    /// given path.
    func relative(_ file: String) -> String {
        let prefix = workingDirectory.hasSuffix("/") ? workingDirectory : workingDirectory + "/"
        let path = absolute(file)
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : file
    }

    func absolute(_ file: String) -> String {
        file.hasPrefix("/") ? file : file == "." ? directory : directory + "/" + file
    }
}
