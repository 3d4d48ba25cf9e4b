import Foundation
import PermafrostTestSupport
import Testing

/// A project with hostile files in random places, next to a folder that belongs to someone else.
struct HostileFolder {
    let scratch: ScratchFolder
    /// The places of hostile files.
    private(set) var places: [String] = []

    /// Files that commands read, write or create, and files in git's folder that commands and git read.
    private static let targets = [
        "Fixtures", "Fixtures/1.0.0", "Fixtures/2.0.0", "Fixtures/NotesPlan", "Fixtures/replaced.txt",
        "Fixtures/settings.json", "Fixtures/.gitattributes", "Fixtures/1.0.0/schema-1_0_0.json",
        "Fixtures/1.0.0/App-1_0_0.sqlite", "Fixtures/1.0.0/schema-1_0_0.sha256", "Fixtures/1.0.0/NOTES.md",
        "FreezeRay", "FreezeRay/Fixtures", "Sources/App", "Sources/More.swift", "Tests", "Tests/AppTests",
        "Tests/NotesTests", ".github", ".github/workflows", ".github/workflows/schemas.yml", ".gitlab-ci.yml",
        ".gitattributes", ".gitignore", ".pre-commit-config.yaml", "Package.resolved", ".build", ".build/permafrost",
        ".build/permafrost/new-version.json", ".build/plugins", "permafrost-report.html", "stamp", "out",
    ]

    private static let targetsInGit = [
        ".git/packed-refs", ".git/shallow", ".git/info/attributes", ".git/info/exclude", ".git/config", ".git/index",
        ".git/refs/tags/v1", ".git/objects/info/alternates", ".git/permafrost", ".git/permafrost/new-version.json",
    ]

    /// The names of leftover files, in the tool's current form and in earlier forms.
    private static let leftOvers = [
        ".permafrost-partial-99999999-0", ".permafrost-partial-1-0", ".permafrost-partial-",
        ".permafrost-partial-0123456789abcdef", ".permafrost-partial-0123456789abcdef-0123456789abcdef0123456789abcdef",
    ]

    private static let oddNames = ["a\nb", "-rf", " ", "é", "..a", "*", "$(x)", "\u{202E}x", "NUL", "a:b"]

    /// The project that every hostile folder starts from: two frozen versions, in git.
    private static let model = Result {
        let folder = try ScratchFolder()
        for (file, text) in GateRepository.sources() { try folder.write(text, to: "project/" + file) }
        let frozen = try Tool.run(
            ["freeze", "--all", "--quiet"], in: folder.url.appending(path: "project"), cache: folder)
        #expect(frozen.status == 0, "\(frozen)")
        let repository = try TestRepository(folder, at: "project", options: ["--template="])
        try repository.commit()
        return folder
    }

    var project: URL { scratch.url.appending(path: "project") }

    init(_ random: inout SeededGenerator) throws {
        scratch = try ScratchFolder()
        for file in ["a", "sub/b", "sub/deep/c", "1.0.0/App-1_0_0.sqlite", "text.txt"] {
            try scratch.write("mine\n", to: "outside/" + file)
        }
        try FileManager.default.copyItem(atPath: Self.model.get().path("project"), toPath: project.path)
        // A third of the folders isn't in a repository. Another third is in a repository that also contains the hostile
        // files.
        let git = Int.random(in: 0..<3, using: &random)
        if git == 0 { try FileManager.default.removeItem(atPath: path(".git")) }
        for _ in 0..<Int.random(in: 1...6, using: &random) { try putSomething(&random) }
        if git == 1 { try commit() }
        if git != 0, Int.random(in: 0..<4, using: &random) == 0 {
            try put(Self.targetsInGit.randomElement(using: &random) ?? "", &random)
        }
    }

    private func path(_ relative: String) -> String { project.path + "/" + relative }

    private mutating func putSomething(_ random: inout SeededGenerator) throws {
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let parent = ["", "Fixtures/", "Sources/", "Tests/"].randomElement(using: &random) ?? ""
            try put(parent + (Self.leftOvers.randomElement(using: &random) ?? ""), &random)
        case 1:
            let parent = ["", "Fixtures/", "Fixtures/1.0.0/", "Sources/"].randomElement(using: &random) ?? ""
            try put(parent + (Self.oddNames.randomElement(using: &random) ?? ""), &random)
        default:
            let place = Self.targets.randomElement(using: &random) ?? "Fixtures"
            if FileManager.default.fileExists(atPath: path(place)), Bool.random(using: &random) { return }
            try put(place, &random)
        }
    }

    /// Creates a link, a pipe, a device, a file or someone else's folder at a path.
    private mutating func put(_ place: String, _ random: inout SeededGenerator) throws {
        let files = FileManager.default
        let target = path(place)
        // The parent may be something other than a folder by now.
        let parent = URL(filePath: target).deletingLastPathComponent()
        guard (try? files.createDirectory(at: parent, withIntermediateDirectories: true)) != nil,
            parent.withoutLinks.path.hasPrefix(project.path)
        else { return }
        if (try? files.attributesOfItem(atPath: target)) != nil { try files.removeItem(atPath: target) }
        let outside = scratch.path("outside")
        func link(to destination: String) throws {
            try files.createSymbolicLink(atPath: target, withDestinationPath: destination)
        }
        let kind = Int.random(in: 0..<8, using: &random)
        places.append("\(place) (\(kind))")
        switch kind {
        case 0: try link(to: outside)
        case 1: try link(to: outside + "/text.txt")
        case 2: try link(to: outside + "/new")
        case 3: try link(to: "../outside/sub")
        case 4: try link(to: URL(filePath: target).lastPathComponent)
        case 5: mkfifo(target, 0o600)
        // Device 1, 3 is `/dev/null` on Linux.
        case 6 where geteuid() == 0: mknod(target, S_IFCHR | 0o600, dev_t(1 << 8 | 3))
        case 6: try Data("{".utf8).write(to: URL(filePath: target))
        default:
            try files.createDirectory(atPath: target, withIntermediateDirectories: true)
            try Data("mine".utf8).write(to: URL(filePath: target + "/thesis.txt"))
        }
    }

    /// Commits everything that git can add. git would wait for a pipe with the name of a file that it reads.
    private func commit() throws {
        guard !places.contains(where: { $0.contains(".git") }) else { return }
        let author = ["-c", "user.name=a", "-c", "user.email=a@example.invalid", "-c", "commit.gpgsign=false"]
        for arguments in [["add", "--all", "--force"], ["commit", "--quiet", "--message", "x"]] {
            _ = try CommandResult.running(
                ["timeout", "20", "git"] + author + arguments, in: project, environment: TestRepository.environment)
        }
    }

    /// Returns the kind, number, size and times of every entry outside the project, and the bytes of files. It includes
    /// new entries next to the project, but not their parent folder, which the tool's cache and state change.
    func outside() throws -> [String: [Int]] {
        let files = FileManager.default
        var entries: [String: [Int]] = [:]
        for path in try files.subpathsOfDirectory(atPath: scratch.path("outside")).map({ "outside/" + $0 })
            + files.contentsOfDirectory(atPath: scratch.url.path).filter({
                !["project", "cache", "state"].contains($0)
            })
        {
            let full = scratch.path(path)
            var status = stat()
            guard lstat(full, &status) == 0 else { continue }
            #if canImport(Darwin)
                let times = [status.st_mtimespec, status.st_ctimespec]
            #else
                let times = [status.st_mtim, status.st_ctim]
            #endif
            let isFile = status.st_mode & S_IFMT == S_IFREG
            entries[path] =
                [Int(status.st_mode), Int(status.st_ino), Int(status.st_size)]
                + times.flatMap { [$0.tv_sec, $0.tv_nsec] }
                + (isFile ? try Data(contentsOf: URL(filePath: full)).map(Int.init) : [])
        }
        return entries
    }
}
