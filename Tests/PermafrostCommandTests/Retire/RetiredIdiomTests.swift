import Foundation
import PermafrostTestSupport
import Testing

/// `retire` in projects that keep versions in different ways: the oldest version leaves the sources and comes back, or
/// the command explains why it can't, and writes nothing.
@Suite struct RetiredIdiomTests {
    private static let idioms =
        VersionIdiom.all + VersionIdiom.referringToEdited + VersionIdiom.freezeBehind.variations
        + VersionIdiom.copyForward.variations

    @Test func theOldestVersionLeavesOrStays() throws {
        var retired: [String] = []
        var refused: [String] = []
        for idiom in Self.idioms {
            let folder = try ScratchFolder()
            for (path, text) in idiom.files { try folder.write(text, to: path) }
            try folder.write("import Permafrost\n", to: "Sources/App/PermafrostUse.swift")
            let frozen = try Tool.run("freeze", "--all", "--quiet", in: folder)
            try #require(frozen.status == 0, "\(idiom): \(frozen)")
            let before = try RetireTests.files(folder)
            let result = try Tool.run("retire", "1.0.0", "--because", "few users", in: folder)
            guard result.status == 0 else {
                #expect(result.status == 2 && result.errors.contains("Nothing was written"), "\(idiom): \(result)")
                #expect(try RetireTests.files(folder) == before, "\(idiom)")
                refused.append("\(idiom): \(result.errors)")
                continue
            }
            retired.append(idiom.name)
            let check = try Tool.run("check", in: folder)
            #expect(check.status == 0, "\(idiom): \(check)")
            let undone = try Tool.run("retire", "--undo", in: folder)
            #expect(undone.status == 0, "\(idiom): \(undone)")
            #expect(try RetireTests.files(folder) == before, "\(idiom)")
        }
        #expect(retired.count >= 10, "\(refused.joined(separator: "\n"))")
    }
}
