import Foundation
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// The fixtures known to git if a cache keeps the facts about commits. References may move, but commits never change.
@Suite(.enabled(if: TestRun.isWhole)) struct HeldFixturesTests {
    @Test func theCacheHasCommitsAndNoReferences() throws {
        let scene = try Scene()
        try scene.writeFixture("1")
        try scene.repository.commit()
        try scene.repository.git("tag", "--annotate", "--message", "first", "v1")
        // Each step changes references or the work tree, and uses the previous step's cache.
        let steps: [(what: String, change: (Scene) throws -> Void)] = [
            ("nothing", { _ in }),
            (
                "a second content",
                {
                    try $0.writeFixture("2")
                    try $0.repository.commit()
                }
            ),
            ("a lightweight tag of it", { _ = try $0.repository.git("tag", "v2") }),
            ("a moved tag", { _ = try $0.repository.git("tag", "--force", "v1", "HEAD") }),
            ("a tag of a tag", { _ = try $0.repository.git("tag", "--annotate", "--message", "again", "v3", "v1") }),
            ("a tag that names no commit", { _ = try $0.repository.git("tag", "blob", "HEAD:notes.txt") }),
            (
                "settings",
                {
                    try $0.writeSettings(["v2"])
                    try $0.repository.commit()
                }
            ),
            ("a commit before the settings", { _ = try $0.repository.git("checkout", "--quiet", "HEAD~1") }),
            ("a removed tag", { _ = try $0.repository.git("tag", "--delete", "v3") }),
        ]
        for step in steps {
            try step.change(scene)
            let (fresh, kept) = (try scene.held(cache: nil), try scene.held(cache: scene.cache))
            #expect(kept.fixtures == fresh.fixtures, "\(step.what)")
            #expect(kept.releases == fresh.releases, "\(step.what)")
            #expect(kept.settings == fresh.settings, "\(step.what)")
            #expect(kept.accepted == fresh.accepted, "\(step.what)")
        }
        let names = try scene.held(cache: scene.cache).fixtures.map(\.tags)
        #expect(names == [["v1", "v2"]], "the first contents lost their tag, and the second ones have both")
    }

    @Test func aFullCacheReadsNoObject() throws {
        let scene = try Scene()
        try scene.writeFixture("1")
        try scene.repository.commit()
        try scene.repository.git("tag", "v1")
        let before = try scene.held(cache: scene.cache)
        // Without its tree object the commit can still be named, but its contents can't be read.
        let tree = try scene.repository.git("rev-parse", "HEAD^{tree}")
        try FileManager.default.removeItem(
            atPath: scene.folder.path(".git/objects/\(tree.prefix(2))/\(tree.dropFirst(2))"))
        #expect(try scene.held(cache: scene.cache).fixtures == before.fixtures)
        #expect(try scene.held(cache: nil).fixtures.isEmpty)
    }

    /// Each tag adds a fixture. The folders that tags have in common are read only once.
    @Test func commonFoldersAreReadOnce() throws {
        let scene = try Scene()
        let count = 12
        let commits = try (1...count).map { number in
            try scene.folder.write("\(number)  App\n", to: "Fixtures/1.0.\(number)/schema-1_0_\(number).sha256")
            try scene.repository.commit()
            return try scene.repository.git("rev-parse", "HEAD")
        }
        let directory = scene.folder.url.path
        let objects = GitObjects(try GitRepository(directory: directory).git)
        let places = FixturePlaces(ProjectOptions(directory: directory))
        var contents = FixtureContents()
        try contents.read(commits, in: places, prefix: "", from: objects) { _, _ in false }
        #expect(commits.map { contents.entries(of: $0, in: places, prefix: "").count } == Array(1...count))
        #expect(objects.requestCount <= 6 * count, "\(objects.requestCount)")
    }

    private struct Scene {
        let folder: ScratchFolder
        let repository: TestRepository
        let cache: CacheFolder
        private let home: ScratchFolder

        init() throws {
            folder = try ScratchFolder()
            home = try ScratchFolder()
            repository = try TestRepository(folder)
            cache = CacheFolder(project: folder.url.path, environment: ["HOME": home.url.path])
            try folder.write("text", to: "notes.txt")
        }

        func held(cache: CacheFolder?) throws -> HeldFixtures {
            try HeldFixtures(ProjectOptions(directory: folder.url.path), base: "HEAD", cache: cache)
        }

        func writeFixture(_ content: String) throws {
            try folder.write("\(content)  App-1_0_0.sqlite\n", to: "Fixtures/1.0.0/schema-1_0_0.sha256")
        }

        func writeSettings(_ tags: [String]) throws {
            let list = tags.map { "\"\($0)\"" }.joined(separator: ", ")
            try folder.write(
                #"{ "formatVersion": 1, "releaseTags": [\#(list)] }"#, to: "Fixtures/settings.json")
        }
    }
}
