import PermafrostModel
import PermafrostProject

/// The result of a command, which ``ReportFormat`` writes in any format.
///
/// A report's contents don't depend on the format: it has members for JSON, a page for people, and findings for the
/// formats that show only findings.
protocol Report {
    /// The command's name.
    var command: String { get }
    /// The exit code of the process.
    var exitCode: ExitCode { get }
    /// The members of the JSON object in addition to `command`, `exitCode` and `formatVersion`. A member without a
    /// value is left out.
    var members: [(String, CanonicalJSON?)] { get }
    /// The arrays in the members that may be too long for memory.
    var elements: [ReportElements] { get }
    /// Returns the lines of the text for people, without the lines that the command already printed and the ones that
    /// ``writePage(_:to:)`` adds.
    func page(_ context: ReportContext) -> [String]
    /// Writes the text for people, in one or more pieces.
    func writePage(_ context: ReportContext, to sink: ([String]) -> Void) throws

    /// The findings.
    var findings: [Finding] { get }
    /// The subjects that were examined, each with its findings. Findings that belong to no subject are grouped by file.
    var subjects: [ReportSubject] { get }
    /// The rules that may have findings.
    var rules: [RulePage] { get }
    /// The error that ended the command; nil if none did.
    var failure: String? { get }
    /// Returns the lines to write to standard error after the report.
    func notes(_ format: ReportFormat) -> [String]
}

extension Report {
    var elements: [ReportElements] { [] }
    func writePage(_ context: ReportContext, to sink: ([String]) -> Void) throws { sink(page(context)) }
    var findings: [Finding] { [] }
    var subjects: [ReportSubject] { [] }
    var rules: [RulePage] { [] }
    var failure: String? { nil }
    func notes(_ format: ReportFormat) -> [String] { [] }
}

/// The elements of an array in a report's JSON. They are read while they are written.
struct ReportElements {
    /// The keys of the path to the array, where the members have ``standIn(isEmpty:)``.
    let path: [String]
    /// The function that passes each element, an object, to a body.
    let read: (_ body: (CanonicalJSON) throws -> Void) throws -> Void

    init(at path: [String], _ read: @escaping (_ body: (CanonicalJSON) throws -> Void) throws -> Void) {
        self.path = path
        self.read = read
    }

    /// Returns the placeholder for such an array in a report's members.
    static func standIn(isEmpty: Bool) -> CanonicalJSON { .array(isEmpty ? [] : [.object([CanonicalJSON.Member]())]) }
}

/// The outcome of a command, as the exit code of the process.
enum ExitCode: Int32 {
    /// Success: there are no findings.
    case fine = 0
    /// Findings: drift, damage, differences.
    case findings = 1
    /// The command failed or is incomplete.
    case failed = 2
}

/// A subject that was examined, such as a version, with its findings.
struct ReportSubject {
    /// The name of the suite that the subject belongs to, such as a group.
    var suite: String
    /// The name of the subject, such as a version.
    var name: String
    /// The state of the subject, in a few words; nil if it has none.
    var state: String?
    var findings: [Finding]

    /// Returns versions as subjects. A finding belongs to the first version with its name in each of its groups.
    static func versions(_ versions: [(group: String, version: String)], _ findings: [Finding]) -> [ReportSubject] {
        var known: Set<[String]> = []
        return versions.map { version in
            let isFirst = known.insert([version.group, version.version]).inserted
            return ReportSubject(
                suite: version.group, name: version.version,
                findings: findings.filter {
                    isFirst && $0.groups.contains(version.group) && $0.version == version.version
                })
        }
    }
}

/// The context in which a report is written: its colors and the base of its paths.
struct ReportContext {
    var style = Style(false)
    /// The absolute path of the project's folder. A finding's path is relative to it.
    let directory: String
    /// The absolute path of the working folder. CI services assume that it is the root of the repository.
    let workingDirectory: String

    /// Returns a file's path relative to the working folder, or relative to the project if the file isn't in the
    /// working folder.
    func relative(_ file: String) -> String {
        let prefix = workingDirectory.hasSuffix("/") ? workingDirectory : workingDirectory + "/"
        let path = absolute(file)
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : file
    }

    /// Returns a file's absolute path.
    func absolute(_ file: String) -> String {
        file.hasPrefix("/") ? file : file == "." ? directory : directory + "/" + file
    }
}
