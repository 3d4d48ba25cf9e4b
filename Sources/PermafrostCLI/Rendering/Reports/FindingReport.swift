import PermafrostDeclarations
import PermafrostProject

/// What a command found, ready for any format: its findings, and the subjects that it looked at.
struct FindingReport {
    /// Something that was looked at, such as a version, with what was found there.
    struct Subject {
        /// What it belongs to: a group's name.
        var suite: String
        /// Its own name: a version's.
        var name: String
        var findings: [Finding]
    }

    /// The command's name.
    let command: String
    /// Every finding.
    let findings: [Finding]
    /// Every subject, those without findings too; each finding stands in one.
    let subjects: [Subject]
    /// The rules that may have findings, by code.
    let rules: [FindingRule]
    /// Where the files of findings lie.
    let paths: ReportPaths

    /// - Parameter subjects: what was looked at; findings of none of them are put together by their files.
    init(command: String, findings: [Finding], subjects: [Subject], rules: [FindingRule], paths: ReportPaths) {
        self.command = command
        self.findings = findings
        self.rules = rules
        self.paths = paths
        let known = Set(subjects.flatMap(\.findings))
        var rest: [String: [Finding]] = [:]
        for finding in findings where !known.contains(finding) {
            rest[finding.location?.file ?? "project", default: []].append(finding)
        }
        let others = rest.sorted { $0.key < $1.key }.map { Subject(suite: "files", name: $0.key, findings: $0.value) }
        self.subjects = subjects + others
    }

    /// The report in a format that is made of findings alone; nil for one that a command writes in its own way.
    func text(_ format: ReportFormat) -> String? {
        switch format {
        case .text, .json: nil
        case .github: GitHubReport(self).text
        case .sarif: SARIFReport(self).text
        case .junit: JUnitReport(self).text
        case .xcode: XcodeReport(self).text
        }
    }
}

extension FindingReport {
    /// The report of a check: its subjects are the versions.
    init(_ check: ProjectCheck, paths: ReportPaths) {
        self.init(
            command: "check", findings: check.findings, versions: check.versions.map { ($0.group, $0.version) },
            rules: FindingRule.check, paths: paths)
    }

    /// The report of a lint: its subjects are the versions.
    init(_ lint: ProjectLint, paths: ReportPaths) {
        self.init(
            command: "lint", findings: lint.findings, versions: lint.versions, rules: FindingRule.lint, paths: paths)
    }

    private init(
        command: String, findings: [Finding], versions: [(group: String, version: String)], rules: [FindingRule],
        paths: ReportPaths
    ) {
        var remaining = findings
        let subjects = versions.map { version in
            let own = remaining.filter { $0.group == version.group && $0.version == version.version }
            remaining.removeAll { own.contains($0) }
            return Subject(suite: version.group, name: version.version, findings: own)
        }
        self.init(command: command, findings: findings, subjects: subjects, rules: rules, paths: paths)
    }
}

/// How results are written.
enum ReportFormat: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// For scripts.
    case json
    /// GitHub's workflow commands, shown as annotations of a pull request.
    case github
    /// SARIF 2.1.0, for code scanning.
    case sarif
    /// JUnit's XML, for continuous integration that shows test results.
    case junit
    /// `file:line:column: error:`, which Xcode and most editors turn into links.
    case xcode

    /// What every command writes.
    static let basic: [ReportFormat] = [.text, .json]
}

/// How the files of findings are named: a finding's own path is relative to the project's folder.
struct ReportPaths {
    /// The project's folder, absolute.
    let directory: String
    /// The folder that the command runs in, which services take for the repository's top.
    let workingDirectory: String

    /// The path relative to the working folder, or to the project where that lies elsewhere.
    func relative(_ file: String) -> String {
        let prefix = workingDirectory.hasSuffix("/") ? workingDirectory : workingDirectory + "/"
        let path = absolute(file)
        return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : file
    }

    /// The path from the root.
    func absolute(_ file: String) -> String {
        file.hasPrefix("/") ? file : file == "." ? directory : directory + "/" + file
    }
}
