import Foundation
import PermafrostSource
import PermafrostTestSupport
import Testing

/// The folder of a test target, according to the Xcode project.
@Suite struct XcodeTestFolderTests {
    @Test(arguments: [
        // A subfolder whose name also ends in Tests.
        (["AppTests/AppTests.swift", "AppTests/SpeedTests/SpeedTests.swift"], "AppTests"),
        (["AppTests/SpeedTests/SpeedTests.swift"], "AppTests"),
        (["Tests/Unit/A.swift", "Tests/Unit/More/B.swift"], "Tests/Unit"),
        (["Tests/AppTests/A.swift", "Shared/B.swift"], "Tests/AppTests"),
    ])
    func isFound(_ paths: [String], _ expected: String) throws {
        let folder = try ScratchFolder()
        var project = ProjectFileText()
        for (index, path) in paths.enumerated() {
            try folder.write("", to: path)
            project.file("F\(index)", path)
        }
        project.target("AppTests", "bundle.unit-test", sources: paths.indices.map { "F\($0)" })
        try folder.write(project.text, to: "App.xcodeproj/project.pbxproj")
        #expect(try FolderTargets(directory: folder.url.path).xcodeTestFolders() == ["AppTests": expected])
    }

    @Test func aSynchronizedFolderIsFound() throws {
        let folder = try ScratchFolder()
        var project = ProjectFileText()
        try folder.write("", to: "Checks/Speed/SpeedTests.swift")
        try folder.write("", to: "Checks/AppTests.swift")
        project.sharedFolder("S", path: "Checks")
        project.target("AppTests", "bundle.unit-test", folders: ["S"])
        try folder.write(project.text, to: "App.xcodeproj/project.pbxproj")
        #expect(try FolderTargets(directory: folder.url.path).xcodeTestFolders() == ["AppTests": "Checks"])
    }

    /// A target without files, and files that have only the project's folder in common.
    @Test(arguments: [[], ["A.swift", "More/B.swift"]]) func isNotKnown(_ paths: [String]) throws {
        let folder = try ScratchFolder()
        var project = ProjectFileText()
        for (index, path) in paths.enumerated() {
            try folder.write("", to: path)
            project.file("F\(index)", path)
        }
        project.target("AppTests", "bundle.unit-test", sources: paths.indices.map { "F\($0)" })
        try folder.write(project.text, to: "App.xcodeproj/project.pbxproj")
        #expect(try FolderTargets(directory: folder.url.path).xcodeTestFolders().isEmpty)
    }
}
