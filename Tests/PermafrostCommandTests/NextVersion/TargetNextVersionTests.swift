import Foundation
import PermafrostTestSupport
import Testing

/// `new-version` in Xcode projects. The new code belongs to the targets that contain the newest version.
@Suite struct TargetNextVersionTests {
    /// A project file that lists its files one by one. A new file would belong to no target, so the run creates none.
    @Test(arguments: VersionIdiom.all, [false, true])
    func listedFiles(_ idiom: VersionIdiom, _ isEdited: Bool) throws {
        var idiom = idiom
        let sources = idiom.files.keys.filter { $0.hasSuffix(".swift") }.sorted()
        let list = "App.xcodeproj/project.pbxproj"
        idiom.files[list] = TargetTests.projectFile(["App": sources])
        let project = try NextVersionTests.Shipped(idiom)
        let shipped = try project.checksums()
        if isEdited { try project.edit() }
        let edited = try project.checksums()
        let before = try project.files()
        let written = try Tool.run("new-version", in: project.folder)
        #expect(written.status == 0, "\(written)")
        let files = try project.files()
        #expect(Set(files.keys).subtracting(before.keys).filter { $0.hasSuffix(".swift") } == [], "\(written)")
        #expect(files[list] == before[list])
        let after = try project.checksums()
        for (version, sum) in shipped { #expect(after[version] == sum, "\(version)") }
        #expect(after[idiom.next] == edited[idiom.newest] && after[idiom.next] != nil)
        let undo = try Tool.run("new-version", "--undo", in: project.folder)
        #expect(undo.status == 0, "\(undo)")
        #expect(try project.files() == before)
    }
}
