import PermafrostModel
import PermafrostProject

/// What a command found out, as a value that ``ReportFormat`` writes in any format.
///
/// A report says nothing that depends on the format: it has members for JSON, a page for people, and findings for the formats
/// that are made of them alone.
protocol Report {
    /// The command's name.
    var command: String { get }
    /// The code that the process exits with.
    var exitCode: ExitCode { get }
    /// The members of the JSON object beside `command`, `exitCode` and `formatVersion`; one without a value is left out.
    var members: [(String, CanonicalJSON?)] { get }
    /// Arrays in the members that may be too long to hold.
    var elements: [ReportElements] { get }
    /// The text for people, in lines. What a command wrote while it worked is not in it, nor what ``writePage(_:to:)`` adds.
    func page(_ context: ReportContext) -> [String]
    /// Writes the text for people, in as many pieces as it takes.
    func writePage(_ context: ReportContext, to sink: ([String]) -> Void) throws

    /// What was found.
    var findings: [Finding] { get }
    /// What was examined, each with its findings; findings of none of them are put together by their files.
    var subjects: [ReportSubject] { get }
    /// The rules that may have findings.
    var rules: [RulePage] { get }
    /// The error that ended the command; nil if none did.
    var failure: String? { get }
    /// What to write to standard error after the report.
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

/// The elements of an array in a report's JSON, which are read while they are written.
struct ReportElements {
    /// The keys that lead to the array, in which ``standIn(isEmpty:)`` is.
    let path: [String]
    /// Goes through the elements, each an object.
    let read: (_ body: (CanonicalJSON) throws -> Void) throws -> Void

    init(at path: [String], _ read: @escaping (_ body: (CanonicalJSON) throws -> Void) throws -> Void) {
        self.path = path
        self.read = read
    }

    /// What a report's members have for such an array.
    static func standIn(isEmpty: Bool) -> CanonicalJSON { .array(isEmpty ? [] : [.object([CanonicalJSON.Member]())]) }
}

/// How a command ended, as the process's exit code.
enum ExitCode: Int32 {
    /// Nothing was found.
    case fine = 0
    /// Findings: drift, damage, differences.
    case findings = 1
    /// The command could not run, or not completely.
    case failed = 2
}

/// Something that was examined, such as a version, with what was found there.
struct ReportSubject {
    /// What it belongs to: a group's name.
    var suite: String
    /// Its own name: a version's.
    var name: String
    /// How it stands, in a few words; nil if nothing says so.
    var state: String?
    var findings: [Finding]

    /// The versions as subjects: a finding belongs to the first version of its name in each of its groups.
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

/// How a report is written: its colours, and how it names files.
struct ReportContext {
    var style = Style(false)
    /// The project's folder, absolute. A finding's own path is relative to it.
    let directory: String
    /// The folder that the command runs in, absolute. Services take it for the repository's top.
    let workingDirectory: String

    /// A file's path relative to the working folder, or to the project if that lies elsewhere.
    func relative(_ file: String) -> String {
        let prefix = workingDirectory.hasSuffix("/") ? workingDirectory : workingDirectory + "/"
        let path = absolute(file)
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : file
    }

    /// A file's path from the root.
    func absolute(_ file: String) -> String {
        file.hasPrefix("/") ? file : file == "." ? directory : directory + "/" + file
    }
}
