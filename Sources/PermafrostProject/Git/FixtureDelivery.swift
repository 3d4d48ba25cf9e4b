import Foundation
import PermafrostFiles
import PermafrostFixtures
import PermafrostModel

/// The files of fixtures that git doesn't hand on as they are, by their paths.
///
/// One process of git lists the files, tracked or not, with their line ends and attributes. Others run only if that shows something
/// to explain.
package struct FixtureDelivery: Sendable {
    /// The reason why other checkouts lack a file, or have it with other bytes.
    package enum Problem: Sendable, Hashable {
        /// git ignores the file, by a pattern in a line of a file.
        case ignored(pattern: String, source: String)
        /// git converts its line ends, by the file's attributes or a setting.
        case converted(by: String)
        /// A sparse checkout leaves it out.
        case sparse
        /// The text that git-lfs commits is in its place.
        case pointer
    }

    /// The problem of each file, by its path relative to the project's folder.
    private(set) var problems: [String: Problem] = [:]
    private var tracked: Set<String> = []
    private let repository: GitRepository

    /// Starts git, which answers while this process does other work.
    ///
    /// - Returns: nil if the fixtures aren't in the project's folder.
    static func ask(_ repository: GitRepository, _ places: FixturePlaces) throws(GitError) -> GitAnswer? {
        guard !places.paths.isEmpty else { return nil }
        try assertAttributesAreFiles(repository, places)
        return try repository.git.start(
            ["ls-files", "-z", "-t", "--cached", "--others", "--eol", "--"]
                + places.paths.map { ":(literal)\(repository.prefix)\($0)" })
    }

    /// Throws ``GitError/failed(command:reason:)`` if git would wait for a pipe in the place of `.gitattributes`.
    private static func assertAttributesAreFiles(
        _ repository: GitRepository, _ places: FixturePlaces
    ) throws(GitError) {
        let top = repository.git.workTree.top
        var folders: Set<String> = [""]
        for path in places.paths {
            let tree = repository.prefix + path
            for (index, character) in tree.enumerated() where character == "/" {
                folders.insert(String(tree.prefix(index)))
            }
            folders.insert(tree)
            // A tree that can't be listed is reported by whoever reads it.
            for name in (try? FileAccess.list(top + "/" + tree)) ?? [] {
                folders.insert(tree + "/" + name)
                for inner in (try? FileAccess.list(top + "/" + tree + "/" + name)) ?? [] {
                    folders.insert(tree + "/" + name + "/" + inner)
                }
            }
        }
        for folder in folders {
            let path = (folder.isEmpty ? top : top + "/" + folder) + "/.gitattributes"
            guard (try? FileKind(of: path)) != .other else {
                throw .failed(command: "ls-files", reason: "\(path) is not a file")
            }
        }
    }

    /// Asks about the fixtures of a project.
    ///
    /// - Returns: nil if the project is not in a git repository.
    /// - Throws: ``GitError`` if git can't read the repository.
    package static func of(_ options: ProjectOptions) throws(GitError) -> FixtureDelivery? {
        do {
            let repository = try GitRepository(directory: options.directory)
            return try FixtureDelivery(try ask(repository, FixturePlaces(options)), repository)
        } catch {
            guard error.meansNoRepository else { throw error }
            return nil
        }
    }

    /// Reads git's answer.
    init(_ answer: GitAnswer?, _ repository: GitRepository) throws(GitError) {
        self.repository = repository
        guard let answer else { return }
        var untracked: [String] = []
        var converted: [(path: String, Listing)] = []
        for record in try answer.output().split(separator: 0) {
            guard let listing = Listing(record), listing.path.hasPrefix(repository.prefix) else { continue }
            let path = String(listing.path.dropFirst(repository.prefix.count))
            guard Self.isFixtureFile(path) else { continue }
            if listing.isTracked { tracked.insert(path) } else { untracked.append(path) }
            if listing.isSkipped { problems[path] = .sparse }
            // The line ends of the facts about a fixture don't matter.
            if listing.mayBeConverted, !path.hasSuffix("/export_metadata.txt") { converted.append((path, listing)) }
        }
        if !converted.isEmpty {
            let settings = try GitSettings(repository.git)
            for (path, listing) in converted where problems[path] == nil {
                problems[path] = listing.conversion(settings).map { .converted(by: $0) }
            }
        }
        problems.merge(try ignored(untracked)) { $1 }
    }

    /// The problem of a file; nil if git hands it on as it is.
    ///
    /// - Throws: ``GitError``.
    func problem(of path: String) throws(GitError) -> Problem? {
        if let known = problems[path] { return known }
        // A file that isn't there is in no list, but git would ignore it all the same.
        return tracked.contains(path) ? nil : try ignored([path])[path]
    }

    /// Whether a sparse checkout leaves out files of a folder.
    func isSparse(_ folder: String) -> Bool {
        problems.contains { $0.value == .sparse && $0.key.hasPrefix(folder + "/") }
    }

    /// Which of some files git ignores: those that it tracks are never ignored.
    private func ignored(_ paths: [String]) throws(GitError) -> [String: Problem] {
        guard !paths.isEmpty else { return [:] }
        // git ends with 1 if it ignores none.
        let answer = try repository.git.outputIfAny(
            ["check-ignore", "-v", "-z", "--stdin"],
            input: Data(paths.map { repository.prefix + $0 + "\0" }.joined().utf8))
        guard let answer else { return [:] }
        let fields = answer.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        var found: [String: Problem] = [:]
        // The file with the pattern, its line, the pattern and the path for each.
        for start in stride(from: 0, to: fields.count - 3, by: 4) where !fields[start + 2].hasPrefix("!") {
            found[String(fields[start + 3].dropFirst(repository.prefix.count))] = .ignored(
                pattern: fields[start + 2], source: "\(fields[start]):\(fields[start + 1])")
        }
        return found
    }

    /// Whether a path is that of a file of a version's folder.
    private static func isFixtureFile(_ path: String) -> Bool {
        let parts = path.split(separator: "/").suffix(2).map(String.init)
        guard parts.count == 2, (try? VersionName(parts[0])) != nil else { return false }
        return FixtureFiles.isName(parts[1]) && !parts[1].contains(".sqlite-")
    }
}

/// A line of `git ls-files -t --eol`: `H i/lf w/lf attr/text=auto`, a tab and the path.
private struct Listing {
    let path: String
    let isTracked: Bool
    /// Whether the file is absent because a sparse checkout leaves it out.
    let isSkipped: Bool
    /// The kind of line ends that the work tree's file has: `lf`, `crlf`, `mixed`, `none`, or `-text` for binary.
    private let lineEnds: String
    private let attributes: String

    init?(_ record: Data) {
        guard let tab = record.firstIndex(of: 9) else { return nil }
        path = String(decoding: record[record.index(after: tab)...], as: UTF8.self)
        let fields = String(decoding: record[..<tab], as: UTF8.self)
            .split(separator: " ", omittingEmptySubsequences: true).map(String.init)
        guard let tag = fields.first, let work = fields.first(where: { $0.hasPrefix("w/") }),
            let start = fields.firstIndex(where: { $0.hasPrefix("attr/") })
        else { return nil }
        lineEnds = String(work.dropFirst(2))
        attributes = (fields[start].dropFirst("attr/".count) + " " + fields[(start + 1)...].joined(separator: " "))
            .trimmingCharacters(in: .whitespaces)
        isTracked = tag != "?"
        isSkipped = tag == "S" && lineEnds.isEmpty
    }

    /// Whether the file has what may be a line end, and no attribute keeps git from converting it.
    var mayBeConverted: Bool { !["", "none"].contains(lineEnds) && attributes != "-text" }

    /// What makes git convert the file; nil if it doesn't.
    func conversion(_ settings: GitSettings) -> String? {
        var values: [String: String] = [:]
        for word in attributes.split(separator: " ") {
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            values[parts[0]] = parts.count == 2 ? parts[1] : "set"
        }
        let conversion = FileConversion(values, settings)
        let isConverted =
            switch conversion.text {
            case .none: false
            // git converts a store, too, if an attribute calls it a text.
            case .always: lineEnds == "-text" || conversion.writesCRLF || lineEnds != "lf"
            case .automatic: lineEnds != "-text" && (conversion.writesCRLF || lineEnds != "lf")
            }
        guard isConverted else { return nil }
        let setting =
            settings.autocrlf == "false" ? "core.eol=\(settings.eol)" : "core.autocrlf=\(settings.autocrlf)"
        if attributes.contains("eol=") { return "its attributes (\(attributes))" }
        guard !attributes.isEmpty else { return setting }
        return "its attributes (\(attributes))" + (conversion.writesCRLF ? " and \(setting)" : "")
    }
}
