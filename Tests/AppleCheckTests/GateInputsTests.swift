import Foundation
import Testing

/// `GateInputs.swift` is the plugin's own file, by a symbolic link: no test can import a plugin.
@Suite("The files that make DriftGate run again")
struct GateInputsTests {
    private static let work = URL(filePath: "/work/gate", directoryHint: .isDirectory)

    private static func urls(_ paths: String...) -> [URL] { paths.map { URL(filePath: $0) } }

    @Test("A package lists all of its files")
    func package() {
        let inputs = GateInputs(packageSources: Self.urls("/p/B.swift", "/p/A.swift"))
        #expect(inputs.sources.map(\.path) == ["/p/A.swift", "/p/B.swift"])
        #expect(inputs.stamp(in: Self.work)?.path == "/work/gate/PermafrostDriftGate.swift")
    }

    @Test("Targets that list Swift files leave a stamp, and files that two share are one input")
    func groups() {
        let inputs = GateInputs(projectTargets: [
            Self.urls("/p/App.swift", "/p/Model.swift", "/p/Assets.xcassets"), Self.urls("/p/Model.swift"),
        ])
        #expect(inputs.sources.map(\.path) == ["/p/App.swift", "/p/Model.swift"])
        #expect(inputs.stamp(in: Self.work) != nil)
    }

    @Test(
        "A target that lists no Swift file, as one with synchronized folders, leaves no stamp",
        arguments: [
            [], [[]], [urls("/p/Assets.xcassets")], [urls("/p/App.swift"), []],
            [urls("/p/Info.plist"), urls("/p/Tests.swift")],
        ])
    func synchronizedFolders(_ targets: [[URL]]) {
        #expect(GateInputs(projectTargets: targets).stamp(in: Self.work) == nil)
    }
}
