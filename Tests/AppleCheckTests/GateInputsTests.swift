import Foundation
import Testing

/// `GateInputs.swift` is a symbolic link to the plugin's file, because a test can't import a plugin.
@Suite("The files that make DriftGate run again")
struct GateInputsTests {
    /// A project in a temporary folder.
    private final class Project {
        let folder = FileManager.default.temporaryDirectory.appending(path: "gate-\(UUID().uuidString)")

        init(_ files: [String]) throws {
            for file in files {
                let url = url(file)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data().write(to: url)
            }
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func url(_ file: String) -> URL { folder.appending(path: file) }

        /// Returns the inputs for targets that list these files, relative to the folder.
        func inputs(_ targets: [[String]]) -> [String] {
            GateInputs(projectTargets: targets.map { $0.map(url) }, folder: folder).sources
                .map { String($0.standardizedFileURL.path.dropFirst(folder.standardizedFileURL.path.count + 1)) }
        }
    }

    @Test("A package lists all of its files")
    func package() {
        let inputs = GateInputs(packageSources: [URL(filePath: "/p/B.swift"), URL(filePath: "/p/A.swift")])
        #expect(inputs.sources.map(\.path) == ["/p/A.swift", "/p/B.swift"])
    }

    @Test("If every target lists Swift files, they are the inputs, and a shared file is listed once")
    func groups() throws {
        let project = try Project(["App/App.swift", "App/Model.swift", "Scripts/Other.swift"])
        #expect(
            project.inputs([["App/App.swift", "App/Model.swift", "App/Assets.xcassets"], ["App/Model.swift"]])
                == ["App/App.swift", "App/Model.swift"])
    }

    @Test(
        "If a target lists no Swift files, the Swift files in the project's folder are also inputs",
        arguments: [
            [], [[]], [["App/Assets.xcassets"]], [["App/App.swift"], []], [["App/Info.plist"], ["App/App.swift"]],
        ])
    func synchronizedFolders(_ targets: [[String]]) throws {
        let project = try Project([
            "App/App.swift", "App/Models/Version 1.swift", "App/Info.plist", "Tests/Tests.swift",
            "DerivedData/Made.swift", "Pods/Fetched.swift", ".hidden/Hidden.swift",
        ])
        #expect(project.inputs(targets) == ["App/App.swift", "App/Models/Version 1.swift", "Tests/Tests.swift"])
    }

    @Test("Listed files outside the project's folder are also inputs")
    func elsewhere() throws {
        let project = try Project(["App/App.swift"])
        #expect(project.inputs([["../Shared.swift"], []]).count == 2)
    }
}
