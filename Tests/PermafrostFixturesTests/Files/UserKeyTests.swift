import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// The location of the user's key, and the conditions for trusting an existing key.
@Suite struct UserKeyTests {
    private let scratch: ScratchFolder

    init() throws {
        scratch = try ScratchFolder()
        for name in ["home", "project", "state"] {
            try FileManager.default.createDirectory(atPath: scratch.path(name), withIntermediateDirectories: true)
        }
    }

    #if canImport(Darwin)
        private static let folder = "home/Library/Application Support/permafrost"
    #else
        private static let folder = "home/.local/state/permafrost"
    #endif

    private func load(_ environment: [String: String]? = nil) -> UserKey? {
        UserKey(environment: environment ?? ["HOME": scratch.path("home")], outside: scratch.path("project"))
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: scratch.path(path))[.posixPermissions] as? Int
    }

    @Test func aKeyIsMadeOnceForThisUserOnly() throws {
        let key = try #require(load())
        #expect(try mode(Self.folder) == 0o700)
        #expect(try mode(Self.folder + "/key") == 0o600)
        #expect(try scratch.files(below: Self.folder).map { [$0.key: $0.value.count] } == [["key": 32]])
        #expect(key.mac([1], purpose: "a") == load()?.mac([1], purpose: "a"))
        #expect(key.mac([1], purpose: "a") != key.mac([1], purpose: "b"))
        #expect(key.mac([1], purpose: "a") != key.mac([2], purpose: "a"))
        #expect(key.mac(Array("bc".utf8), purpose: "a") != key.mac(Array("c".utf8), purpose: "ab"))
    }

    @Test func concurrentMakersGetTheSameKey() throws {
        // Read the key without the cache. Otherwise a thread could use the key that another thread has read.
        let places = (0..<8).map { number in (0..<4).map { _ in scratch.path("state/\(number)") } }
        for paths in places {
            let results = paths.parallelMap { path in
                (try? UserKeyTests.reading(path)) ?? []
            }
            #expect(Set(results).count == 1)
            #expect(results.first?.count == 32)
        }
    }

    private static func reading(_ folder: String) throws -> [UInt8] { try UserKey.read(folder) }

    private static let untrusted = ["link", "folder link", "readable", "open folder", "short", "long", "folder"]

    @Test(arguments: untrusted)
    func anUntrustedKeyIsNeitherUsedNorRemoved(_ kind: String) throws {
        let folder = scratch.path(Self.folder)
        let files = FileManager.default
        let place = kind == "folder link" ? scratch.path("elsewhere") : folder
        try files.createDirectory(
            atPath: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let length = ["short": 31, "long": 33][kind] ?? 32
        let name = kind == "link" ? "other" : "key"
        if kind == "folder" {
            try files.createDirectory(atPath: place + "/key", withIntermediateDirectories: true)
        } else {
            try Data(repeating: 7, count: length).write(to: URL(fileURLWithPath: place + "/" + name))
            chmod(place + "/" + name, kind == "readable" ? 0o644 : 0o600)
        }
        if kind == "link" { try files.createSymbolicLink(atPath: folder + "/key", withDestinationPath: "other") }
        if kind == "folder link" {
            try files.createDirectory(
                atPath: (folder as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try files.createSymbolicLink(atPath: folder, withDestinationPath: place)
        }
        if kind == "open folder" { chmod(folder, 0o755) }
        let before = try scratch.files()
        #if canImport(Darwin)
            // The user's temporary folder has a key.
            let made = try #require(load())
            #expect(
                made.mac([], purpose: "") != Digest.hmac256(Array("0 ".utf8), key: .init(repeating: 7, count: length)))
        #else
            #expect(load() == nil)
        #endif
        #expect(try scratch.files() == before)
    }

    #if !canImport(Darwin)
        @Test func places() throws {
            let home = scratch.path("home")
            let state = scratch.path("state")
            let project = scratch.path("project")
            #expect(load([:]) == nil)
            #expect(load(["HOME": ""]) == nil)
            #expect(load(["HOME": "home"]) == nil)
            #expect(load(["HOME": scratch.path("nowhere")]) == nil)
            #expect(load(["HOME": project]) == nil)
            #expect(load(["HOME": home, "XDG_STATE_HOME": project + "/state"]) == nil)
            try FileManager.default.createSymbolicLink(
                atPath: scratch.path("inside"), withDestinationPath: project)
            #expect(load(["HOME": scratch.path("inside")]) == nil)
            #expect(try scratch.files().isEmpty)
            #expect(load(["HOME": home, "XDG_STATE_HOME": state]) != nil)
            #expect(try scratch.files().keys.sorted() == ["state/permafrost/key"])
            #expect(load(["HOME": home, "XDG_STATE_HOME": "state"]) != nil)
            #expect(
                try scratch.files().keys.sorted() == ["home/.local/state/permafrost/key", "state/permafrost/key"])
        }
    #endif
}
