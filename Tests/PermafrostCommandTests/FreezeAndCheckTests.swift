import Foundation
import PermafrostTestSupport
import Testing

/// `permafrost freeze` and `check` on the examples, from start to end.
@Suite struct FreezeAndCheckTests {
    @Test(arguments: ["Posts", "Cartographer", "Trips", "Users"])
    func everyExampleFreezesAndIsUnchanged(_ example: String) throws {
        let folder = try Tool.copy(of: example)
        let freeze = try Tool.run("freeze", "--all", "--format", "json", in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        let frozen = try Report(freeze).versions
        #expect(frozen.count >= 2)
        #expect(frozen.allSatisfy { $0["status"] as? String == "frozen" })
        for options in [["--no-cache"], [], []] {
            let check = try Tool.run(["check", "--format", "json"] + options, in: folder.url, cache: folder)
            #expect(check.status == 0, "\(check)")
            #expect(try Report(check).versions.allSatisfy { $0["status"] as? String == "unchanged" })
        }
        let again = try Tool.run("freeze", "--all", in: folder)
        #expect(again.status == 0)
        #expect(!again.output.contains("froze "))
    }

    @Test func usersHasTheChecksumsOfTheRealStores() throws {
        let folder = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        let expected = [
            (
                "1.0.0", "3069bd711e65228838d20b92a0c82e42effe7a88486b7cea811db74bba01bd5a",
                "hVf/dkygPyXWgY+Jcgvx9sMUcaiS0yfaIlBvgiRFqr4=",
                "bbf54e4ba2823a88c9d7b39c0494507f5932a4f1c2e3789d309f4175e5af66d2"
            ),
            (
                "2.0.0", "1333ea36c201e966c0bc5a1e7ff18fdb34e26bbd22efe26c287f9f3a624c67e9",
                "vYclKAIUuGnEdsZfWYGeTfATZeMMc3+o0OnpOa5KyZM=", nil
            ),
        ]
        for (version, ddl, checksum, hash) in expected {
            let part = version.replacing(".", with: "_")
            let data = try Data(contentsOf: folder.url.appending(path: "Fixtures/\(version)/schema-\(part).json"))
            let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            #expect(json["ddlChecksum"] as? String == ddl)
            #expect(json["versionChecksum"] as? String == checksum)
            #expect(json["hashConfidence"] as? String == "verified")
            let models = try #require(json["models"] as? [[String: Any]])
            if let hash { #expect(models.first?["versionHash"] as? String == hash) }
        }
    }

    @Test func aDriftIsReportedCompletelyInTextAndJSON() throws {
        let folder = try Tool.copy(of: "Posts")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        try folder.edit("Sources/Posts/PostsSchemaV1.swift", "var title: String\n", "var title: String?\n")
        let text = try Tool.run("check", in: folder)
        #expect(text.status == 1)
        for words in [
            "Sources/Posts/PostsSchemaV1.swift:", "Post.title changed from required to optional",
            "identity drift, PF0101",
            "134504", "affects:", "fix:", "var title: String?", "3 of 4 versions unchanged", "1 drifted",
        ] {
            #expect(text.output.contains(words), "\(words) in \(text.output)")
        }
        let report = try Report(Tool.run("check", "--format", "json", in: folder))
        let finding = try #require(report.findings.first)
        #expect(finding["property"] as? String == "title")
        #expect(finding["model"] as? String == "Post")
        #expect(finding["kind"] as? String == "identity")
        #expect(finding["version"] as? String == "1.0.0")
        #expect(finding["line"] as? Int != nil)
        #expect(report.json["formatVersion"] as? Int == 1)
    }

    @Test func freezingIsReproducibleEverywhere() throws {
        let first = try Tool.copy(of: "Trips")
        let second = try Tool.copy(of: "Trips")
        let epoch = ["SOURCE_DATE_EPOCH": "1767225600"]
        #expect(try Tool.run("freeze", "--all", in: first, environment: epoch).status == 0)
        let elsewhere = try Tool.run(
            ["freeze", "--all", "--project", second.url.path], in: URL(filePath: "/"),
            environment: epoch.merging(["TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"]) {
                $1
            },
            cache: second)
        #expect(elsewhere.status == 0, "\(elsewhere)")
        let files = try first.files(below: "Fixtures")
        #expect(files.count >= 10)
        #expect(try second.files(below: "Fixtures") == files)

        let third = try Tool.copy(of: "Trips")
        #expect(try Tool.run("freeze", "--all", in: third).status == 0)
        for (path, bytes) in try third.files(below: "Fixtures") where bytes != files[path] {
            #expect(path.hasSuffix("export_metadata.txt"))
            let lines = { (data: Data?) in
                String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n").dropFirst()
            }
            #expect(lines(bytes) == lines(files[path]))
        }
    }

    /// Advised commands can be pasted into a shell.
    @Test func adviceNamesTheOptionsThatWereGiven() throws {
        let folder = try Tool.copy(of: "Users")
        let frozen = try Tool.run("freeze", "1.0.0", "--fixtures", "My Fixtures", in: folder)
        #expect(frozen.errors.contains("permafrost check --fixtures 'My Fixtures'\n"), "\(frozen.errors)")
        #expect(frozen.errors.contains("permafrost scaffold --fixtures 'My Fixtures'"))
        let plain = try ScratchFolder()
        try plain.write("import SwiftData\n@Model final class Trip { var name = \"\" }", to: "Trip.swift")
        let models = try Tool.run("freeze", "1.0.0", "--models", "Trip", in: plain)
        #expect(models.errors.contains("permafrost check --models Trip"), "\(models)")
        // No type describes this version, so a test can't open it.
        #expect(!models.errors.contains("scaffold"))
    }

    @Test func freezingAgainNeedsForce() throws {
        let folder = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "1.0.0", in: folder).status == 0)
        let before = try folder.files(below: "Fixtures")
        let refused = try Tool.run("freeze", "1.0.0", in: folder)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("--force"))
        #expect(try folder.files(below: "Fixtures") == before)
        #expect(try Tool.run("freeze", "1.0.0", "--force", "--rows", "0", in: folder).status == 0)
        #expect(try folder.files(below: "Fixtures") != before)
        #expect(try Tool.run("check", in: folder).status == 0)
    }

    @Test func unfrozenVersionsAndRemovedDeclarationsAreReported() throws {
        let folder = try Tool.copy(of: "Users")
        #expect(try Tool.run("freeze", "1.0.0", in: folder).status == 0)
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0)
        #expect(check.output.contains("is declared but not frozen"))
        #expect(try Tool.run("check", "--require-frozen", in: folder).status == 1)
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        #expect(try Tool.run("check", "--require-frozen", in: folder).status == 0)
        try FileManager.default.removeItem(atPath: folder.path("Sources/Users/UsersSchemaV3.swift"))
        let gone = try Report(Tool.run("check", "--format", "json", in: folder))
        #expect(gone.findings.contains { $0["code"] as? String == "PF0104" && $0["version"] as? String == "3.0.0" })
    }
}
