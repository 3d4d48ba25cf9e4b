import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// The targets in XcodeGen's `project.yml`.
@Suite struct XcodeGenSpecTests {
    @Test(arguments: [
        ("targets:\n  Shop:\n    type: application\n    sources: [App, 'Code']\n", ["Shop App", "Shop Code"]),
        (
            "# Targets\nname: \"Shop\"\ntargets:\n    Shop: # the app\n        type: application\n        sources:\n        - path: ./App/\n          excludes: [a]\n        - Code\n",
            ["Shop App", "Shop Code"]
        ),
        (
            "targets:\n  A:\n    type: bundle.unit-test\n    sources: ATests\n    dependencies:\n      - package: Kit\n      - target: Shop\n  B:\n    type: bundle.ui-testing\n    sources: BTests\n",
            ["A ATests test Shop"]
        ),
        (
            "targets:\n  Shop:\n    scripts:\n      - script: |\n          a: b\n          - c\n    sources: App\n",
            ["Shop App"]
        ),
        ("targets:\n  Shop:\n    templates: [Base]\n", []), ("targets: {}\n", []), ("name: Shop\n", []), ("", []),
        ("- a\n- b\n", []), ("targets:\n- Shop\n", []), ("targets:\n  Shop:\n sources: App\n", []),
        (String(repeating: "a:\n", count: 3) + "\t: [", []),
    ])
    func targetsHaveTheirFolders(_ text: String, _ expected: [String]) {
        let targets = XcodeGenSpec(text)?.targets ?? []
        #expect(
            targets.map { target in
                ([target.name, target.path ?? ""] + (target.isTest ? ["test"] : []) + target.dependencies)
                    .joined(separator: " ")
            } == expected)
    }

    @Test func deepTextIsBounded() {
        let text = (0..<300).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
        #expect(XcodeGenSpec(text) == nil)
    }

    @Test func aProjectOrManifestComesFirst() throws {
        let folder = try ScratchFolder()
        try folder.write("targets:\n  Shop:\n    sources: App\n", to: "project.yml")
        #expect(XcodeGenSpec(directory: folder.path("."))?.targets.count == 1)
        try folder.write("", to: "Shop.xcodeproj/project.pbxproj")
        #expect(XcodeGenSpec(directory: folder.path(".")) == nil)
    }
}
