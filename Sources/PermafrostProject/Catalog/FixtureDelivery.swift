import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// The fixture files that are missing or different in a checkout because of git, with the reasons.
package struct FixtureDelivery: Sendable {
    // Two git processes run at the same time. One lists the tracked and untracked files, and the other reports their
    // attributes. More processes run only if a file is missing or untracked, or if its attributes don't prevent a
    // conversion. Line endings are checked by this process, and only in files that git may convert. If git checked
    // them, it would have to read all files and all committed objects.

    /// The reason that a file is missing or different in a checkout.
    package enum Problem: Sendable, Hashable {
        /// git ignores the file because its path matches a pattern. `source` is the file and line that contain the
        /// pattern, such as `.gitignore:3`.
        case ignored(pattern: String, source: String)
        /// git converts the file's line endings. The value describes the attributes or the setting that cause this.
        case converted(by: String)
        /// The sparse checkout doesn't include the file.
        case sparse
        /// The file contains the pointer that git-lfs commits instead of the content.
        case pointer
    }

    /// The problem with each file, keyed by path relative to the project's folder.
    private(set) var problems: [String: Problem] = [:]
    private var tracked: Set<String> = []
    /// The missing files that git was asked about.
    private var checked: Set<String> = []
    private let repository: GitRepository

    /// Two queries about the fixture files. git answers them while this process does other work.
    struct Question: Sendable {
        fileprivate let files: GitAnswer
        fileprivate let attributes: GitAnswer
    }

    /// Starts the git processes that list the fixture files and report their attributes. Returns nil if `places` is
    /// empty.
    static func ask(_ repository: GitRepository, _ places: FixturePlaces) throws(GitError) -> Question? {
        guard !places.paths.isEmpty else { return nil }
        let files = try filesAsserting(repository, places)
        return Question(
            files: try repository.git.start(
                ["ls-files", "-z", "-t", "--cached", "--others", "--"]
                    + places.paths.map { ":(literal)\(repository.prefix)\($0)" }),
            attributes: try repository.git.start(
                ["check-attr", "-z", "--stdin"] + FileAttributes.names,
                input: Data(files.map { repository.prefix + $0 + "\0" }.joined().utf8)))
    }

    /// Returns the fixture files in the work tree, as paths relative to the project's folder. Checks first that git can
    /// read the `.gitattributes` files that apply to them.
    ///
    /// - Throws: ``GitError/failed(command:reason:)`` if a `.gitattributes` is a pipe or another special file, because
    ///   git might wait for it forever.
    private static func filesAsserting(
        _ repository: GitRepository, _ places: FixturePlaces
    ) throws(GitError) -> [String] {
        let top = repository.git.workTree.top
        var files: [String] = []
        var folders: Set<String> = [""]
        // If the folder can't be listed, the code that reads it reports the error.
        func names(in folder: String) -> [String] { (try? FileAccess.list(top + "/" + folder)) ?? [] }
        for path in places.paths {
            let tree = repository.prefix + path
            for (index, character) in tree.enumerated() where character == "/" {
                folders.insert(String(tree.prefix(index)))
            }
            folders.insert(tree)
            for name in names(in: tree) {
                folders.insert(tree + "/" + name)
                for inner in names(in: tree + "/" + name) {
                    files.append("\(path)/\(name)/\(inner)")
                    guard !isFixtureFile(files[files.count - 1]) else { continue }
                    folders.insert("\(tree)/\(name)/\(inner)")
                    files += names(in: "\(tree)/\(name)/\(inner)").map { "\(path)/\(name)/\(inner)/\($0)" }
                }
            }
        }
        for folder in folders {
            let path = (folder.isEmpty ? top : top + "/" + folder) + "/.gitattributes"
            guard (try? FileKind(of: path)) != .other else {
                throw .failed(command: "ls-files", reason: "\(path) isn't a file")
            }
        }
        return files.filter(isFixtureFile)
    }

    /// Queries git about a project's fixtures. Returns nil if git isn't installed, or if there is no repository that
    /// git can read.
    ///
    /// - Throws: ``GitError`` if git fails for any other reason.
    package static func of(_ options: ProjectOptions) throws(GitError) -> FixtureDelivery? {
        do {
            let repository = try GitRepository(directory: options.directory)
            return try FixtureDelivery(try ask(repository, FixturePlaces(options)), repository)
        } catch {
            guard error.meansNoRepository else { throw error }
            return nil
        }
    }

    /// Evaluates git's answers, and determines the problem with each fixture file. ``problems`` is empty if
    /// `question` is nil.
    ///
    /// - Throws: ``GitError`` if git fails.
    init(_ question: Question?, _ repository: GitRepository) throws(GitError) {
        self.repository = repository
        guard let question else { return }
        let folder = repository.git.workTree.top + "/" + repository.prefix
        var untracked: [String] = []
        // Each record consists of a tag, a space, and the path. `H` is a tracked file, `?` is an untracked file, and
        // `S` is a file that a sparse checkout may omit.
        for record in try question.files.output().split(separator: 0) {
            let line = String(decoding: record, as: UTF8.self)
            guard let tag = line.first, line.dropFirst(2).hasPrefix(repository.prefix) else { continue }
            let path = String(line.dropFirst(2 + repository.prefix.count))
            guard Self.isFixtureFile(path) else { continue }
            if tag == "?" { untracked.append(path) } else { tracked.insert(path) }
            // If the file exists anyway, it isn't omitted. If it can't be examined, the code that reads it reports the
            // error.
            if tag == "S", (try? FileKind(of: folder + path)) == .absent { problems[path] = .sparse }
        }
        try addConverted(try FileAttributes.of(question.attributes), folder)
        problems.merge(try ignored(untracked)) { $1 }
    }

    private mutating func addConverted(_ attributes: [String: FileAttributes], _ folder: String) throws(GitError) {
        let prefix = repository.prefix
        // The line endings in a fixture's metadata don't matter.
        let open = attributes.filter {
            !$0.value.isBinary && $0.key.hasPrefix(prefix) && !$0.key.hasSuffix("/export_metadata.txt")
        }
        guard !open.isEmpty else { return }
        let settings = try GitSettings(repository.git)
        for (name, attributes) in open {
            let path = String(name.dropFirst(prefix.count))
            let conversion = FileConversion(attributes.values, settings)
            // If a file can't be read, the code that needs it reports the error.
            guard problems[path] == nil, conversion.text != .none, let bytes = try? FileAccess.read(folder + path),
                conversion.converts(bytes)
            else { continue }
            problems[path] = .converted(by: attributes.reason(conversion, settings))
        }
    }

    /// Returns the problem with a file, or nil if git delivers the file unchanged.
    ///
    /// - Throws: ``GitError`` if git can't determine whether it ignores the file.
    func problem(of path: String) throws(GitError) -> Problem? {
        if let known = problems[path] { return known }
        // A missing file isn't in either list, but git may still ignore its path.
        return tracked.contains(path) || checked.contains(path) ? nil : try ignored([path])[path]
    }

    /// Asks git about missing files with a single process, so that ``problem(of:)`` doesn't run git for each of them. If
    /// git fails, their problems stay unknown.
    func checking(_ paths: [String]) -> FixtureDelivery {
        var result = self
        let open = paths.filter { problems[$0] == nil && !tracked.contains($0) }
        result.checked.formUnion(open)
        result.problems.merge((try? ignored(open)) ?? [:]) { known, _ in known }
        return result
    }

    /// Returns whether a sparse checkout omits files in a folder.
    func isSparse(_ folder: String) -> Bool {
        problems.contains { $0.value == .sparse && $0.key.hasPrefix(folder + "/") }
    }

    /// Returns the problem of each file that git ignores, keyed by path. git never ignores tracked files.
    private func ignored(_ paths: [String]) throws(GitError) -> [String: Problem] {
        guard !paths.isEmpty else { return [:] }
        // If git doesn't ignore any of the files, it exits with 1.
        let answer = try repository.git.outputIfAny(
            ["check-ignore", "-v", "-z", "--stdin"],
            input: Data(paths.map { repository.prefix + $0 + "\0" }.joined().utf8))
        guard let answer else { return [:] }
        let fields = answer.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        var found: [String: Problem] = [:]
        // Each answer has four fields: the pattern's file, its line, the pattern, and the path.
        for start in stride(from: 0, to: fields.count - 3, by: 4) where !fields[start + 2].hasPrefix("!") {
            found[String(fields[start + 3].dropFirst(repository.prefix.count))] = .ignored(
                pattern: fields[start + 2], source: "\(fields[start]):\(fields[start + 1])")
        }
        return found
    }

    /// Returns whether a path ends with a version's folder and the name of a fixture file, or is in the folder of a
    /// version's named store. Returns false for the files that SQLite creates next to a store, such as its `-wal` file.
    private static func isFixtureFile(_ path: String) -> Bool {
        let parts = path.split(separator: "/").map(String.init)
        guard let file = parts.last, !file.contains(".sqlite-") else { return false }
        func isVersion(_ index: Int) -> Bool {
            parts.indices.contains(index) && (try? VersionName(parts[index])) != nil
        }
        if let stores = parts.firstIndex(of: NamedStore.folderName), isVersion(stores - 1), isVersion(stores + 1),
            stores + 2 < parts.count
        {
            return true
        }
        return isVersion(parts.count - 2) && FixtureFileNames.isName(file)
    }
}

/// The attributes that determine whether git converts a file's line endings.
private struct FileAttributes {
    static let names = ["text", "crlf", "eol"]

    let values: [String: String]

    /// Returns the attributes in the output of `git check-attr -z`, keyed by path.
    static func of(_ answer: GitAnswer) throws(GitError) -> [String: FileAttributes] {
        try answer.attributes().mapValues(FileAttributes.init)
    }

    /// Whether the attributes prevent git from converting the file, regardless of git's settings.
    var isBinary: Bool { values["text"] == "unset" }

    /// The specified attributes, in `.gitattributes` format, such as `-text`. Empty if none is specified.
    private var text: String {
        Self.names.compactMap { name in
            switch values[name] {
            case nil, "unspecified": nil
            case "set": name
            case "unset": "-" + name
            case let value?: "\(name)=\(value)"
            }
        }.joined(separator: " ")
    }

    /// Returns a description of why git converts the file: its attributes, a setting, or both.
    func reason(_ conversion: FileConversion, _ settings: GitSettings) -> String {
        let setting =
            settings.autocrlf == "false" ? "core.eol=\(settings.eol)" : "core.autocrlf=\(settings.autocrlf)"
        guard !text.isEmpty else { return setting }
        let isByAttributes = text.contains("eol=") || !conversion.writesCRLF
        return "its attributes (\(text))" + (isByAttributes ? "" : " and \(setting)")
    }
}
