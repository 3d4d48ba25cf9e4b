import Foundation
import PermafrostTestSupport
import Testing

/// Every command that writes, over random folders of links, pipes, devices, odd names and what a killed run could have left: nothing
/// outside of the project changes.
@Suite struct HostileFolderTests {
    static let count = Int(ProcessInfo.processInfo.environment["PERMAFROST_HOSTILE_FOLDERS"] ?? "") ?? 5

    /// Where something hostile is put: what commands read, write or make.
    private static let places = [
        "Fixtures", "Fixtures/1.0.0", "Fixtures/2.0.0", "Fixtures/NotesPlan", "Fixtures/replaced.txt",
        "Fixtures/settings.json",
        "Fixtures/.gitattributes", "Fixtures/1.0.0/schema-1_0_0.json", "Fixtures/1.0.0/App-1_0_0.sqlite",
        "Fixtures/1.0.0/schema-1_0_0.sha256", "Fixtures/1.0.0/NOTES.md", "FreezeRay", "FreezeRay/Fixtures",
        "Sources/App",
        "Sources/More.swift", "Tests", "Tests/AppTests", "Tests/NotesTests", ".github", ".github/workflows",
        ".github/workflows/schemas.yml", ".gitlab-ci.yml", ".gitattributes", ".pre-commit-config.yaml",
        "Package.resolved",
        ".build", ".build/permafrost", ".build/permafrost/new-version.json", ".build/plugins", "permafrost-report.html",
        "stamp",
        "out",
    ]

    private static let commands = [
        ["freeze", "--all"], ["freeze", "1.0.0", "--force"], ["freeze", "--regroup"],
        ["new-version", "--even-unshipped"],
        ["new-version", "--undo"], ["scaffold", "--tests", "Tests/AppTests"], ["scaffold"], ["init", "--ci", "github"],
        ["init", "--ci", "gitlab"], ["adopt"], ["check", "--stamp", "stamp"], ["check", "--stamp", "out/stamp"],
        ["report"],
        ["report", "--output", "out/page.html"],
    ]

    /// The names of left-overs, in the form that the tool gives them and in forms that it once gave them.
    private static let leftOvers = [
        ".permafrost-partial-99999999-0", ".permafrost-partial-1-0", ".permafrost-partial-",
        ".permafrost-partial-0123456789abcdef", ".permafrost-partial-0123456789abcdef-0123456789abcdef0123456789abcdef",
    ]

    private static let oddNames = ["a\nb", "-rf", " ", "é", "..a", "*", "$(x)", "\u{202E}x", "NUL", "a:b"]

    /// One folder of a checkout, with another one outside that must not change.
    private struct Scene {
        let folder: ScratchFolder
        var random: SeededGenerator

        init(seed: UInt64) throws {
            folder = try ScratchFolder()
            random = SeededGenerator(state: seed)
            for file in ["a", "sub/b", "sub/deep/c", "1.0.0/App-1_0_0.sqlite", "text.txt"] {
                try folder.write("mine\n", to: "outside/" + file)
            }
            for (file, text) in GateRepository.sources() { try folder.write(text, to: "project/" + file) }
            let frozen = try Tool.run(
                ["freeze", "--all", "--quiet"], in: folder.url.appending(path: "project"), cache: folder)
            #expect(frozen.status == 0, "\(frozen)")
            for _ in 0..<Int.random(in: 1...6, using: &random) { try putSomething() }
            if Bool.random(using: &random) { try commit() }
        }

        private func path(_ relative: String) -> String { folder.path("project/" + relative) }

        private mutating func putSomething() throws {
            let files = FileManager.default
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                let parent = ["", "Fixtures/", "Sources/", "Tests/"].randomElement(using: &random) ?? ""
                try put(parent + (HostileFolderTests.leftOvers.randomElement(using: &random) ?? ""))
            case 1:
                let parent = ["", "Fixtures/", "Fixtures/1.0.0/", "Sources/"].randomElement(using: &random) ?? ""
                try put(parent + (HostileFolderTests.oddNames.randomElement(using: &random) ?? ""))
            default:
                let place = HostileFolderTests.places.randomElement(using: &random) ?? "Fixtures"
                if files.fileExists(atPath: path(place)), Bool.random(using: &random) { return }
                try put(place)
            }
        }

        /// Puts a link, a pipe, a device, a file or a folder of somebody's in a place.
        private mutating func put(_ place: String) throws {
            let files = FileManager.default
            let target = path(place)
            // What is above may be something else by now.
            let parent = URL(filePath: target).deletingLastPathComponent()
            guard (try? files.createDirectory(at: parent, withIntermediateDirectories: true)) != nil,
                parent.resolvingSymlinksInPath().path.hasPrefix(folder.path("project"))
            else { return }
            if (try? files.attributesOfItem(atPath: target)) != nil { try files.removeItem(atPath: target) }
            let outside = folder.path("outside")
            switch Int.random(in: 0..<8, using: &random) {
            case 0: try files.createSymbolicLink(atPath: target, withDestinationPath: outside)
            case 1: try files.createSymbolicLink(atPath: target, withDestinationPath: outside + "/text.txt")
            case 2: try files.createSymbolicLink(atPath: target, withDestinationPath: outside + "/new")
            case 3: try files.createSymbolicLink(atPath: target, withDestinationPath: "../outside/sub")
            case 4:
                try files.createSymbolicLink(
                    atPath: target, withDestinationPath: URL(filePath: target).lastPathComponent)
            case 5: mkfifo(target, 0o600)
            case 6 where geteuid() == 0: mknod(target, S_IFCHR | 0o600, makedev(1, 3))
            case 6: try Data("{".utf8).write(to: URL(filePath: target))
            default:
                try files.createDirectory(atPath: target, withIntermediateDirectories: true)
                try Data("mine".utf8).write(to: URL(filePath: target + "/thesis.txt"))
            }
        }

        /// Device 1, 3 is `/dev/null`.
        private func makedev(_ major: Int, _ minor: Int) -> dev_t { dev_t(major << 8 | minor) }

        private func commit() throws {
            let author = ["-c", "user.name=a", "-c", "user.email=a@example.invalid", "-c", "commit.gpgsign=false"]
            for arguments in [
                ["init", "--quiet"], ["add", "--all", "--force"], ["commit", "--quiet", "--message", "x"],
            ] {
                // What git can't add isn't committed; it would wait for a pipe.
                _ = try CommandResult.running(
                    ["timeout", "20", "git"] + author + arguments, in: folder.url.appending(path: "project"))
            }
        }

        /// Everything outside: number, size and times of each entry.
        func outside() throws -> [String: [Int]] {
            let top = folder.path("outside")
            var entries: [String: [Int]] = [:]
            for path in try FileManager.default.subpathsOfDirectory(atPath: top) + ["."] {
                var status = stat()
                guard lstat(top + "/" + path, &status) == 0 else { continue }
                #if canImport(Darwin)
                    let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
                #else
                    let (modified, changed) = (status.st_mtim, status.st_ctim)
                #endif
                entries[path] = [
                    Int(status.st_ino), Int(status.st_size), modified.tv_sec, modified.tv_nsec, changed.tv_sec,
                    changed.tv_nsec,
                ]
            }
            return entries
        }
    }

    @Test(arguments: 0..<count) func nothingOutsideChanges(_ seed: Int) throws {
        let scene = try Scene(seed: UInt64(seed) &* 7_919)
        let before = try scene.outside()
        for command in Self.commands {
            // A pipe that nobody reads or writes must not be waited for.
            let result = try CommandResult.running(
                ["timeout", "60", Tool.path] + command, in: scene.folder.url.appending(path: "project"),
                environment: ["PERMAFROST_CACHE_DIR": scene.folder.path("cache"), "NO_COLOR": "1"])
            #expect((0...2).contains(result.status), "seed \(seed), \(command): \(result)")
            #expect(try scene.outside() == before, "seed \(seed), \(command): \(result)")
        }
    }
}
