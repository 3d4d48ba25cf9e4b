import Testing

@testable import AppleCheck

@Suite("The modules that a build plan compiles for a module")
struct PlannedBuildTests {
    private static let manifest = """
          "<Plugin-debug-tool.exe>":
            tool: phony
            inputs: ["/b/Plugin-tool"]
            outputs: ["<Plugin-debug-tool.exe>"]

          "C.Plugin-debug-tool.exe":
            tool: shell
            inputs: ["/b/Plugin.build/Plugin.swift.o"]
            outputs: ["/b/Plugin-tool"]
            args: ["swiftc","-emit-executable"]

          "C.Plugin-debug-tool.module":
            tool: shell
            inputs: ["/p/Plugin.swift"]
            outputs: ["/b/Plugin.build/Plugin.swift.o","/b/Plugin.swiftmodule"]
            args: ["swiftc","-module-name","Plugin","-emit-module"]

          "C.Library-debug.module":
            tool: shell
            inputs: ["/p/Library.swift"]
            outputs: ["/b/Library.swiftmodule"]
            args: ["swiftc","-module-name","Library","-emit-module"]

          "C.App-debug.module":
            tool: shell
            inputs: ["/p/App.swift","/b/Library.swiftmodule"MACROS]
            outputs: ["/b/App.swiftmodule"]
            args: ["swiftc","-module-name","App","-emit-module"]
        """

    @Test("They include the module's imports and the compiler plugins of its macros")
    func reach() throws {
        let without = try PlannedBuild(manifest: Self.manifest.replacing("MACROS", with: ""))
        #expect(without.modules(for: "App") == ["App", "Library"])
        let with = try PlannedBuild(manifest: Self.manifest.replacing("MACROS", with: ",\"<Plugin-debug-tool.exe>\""))
        #expect(with.modules(for: "App") == ["App", "Library", "Plugin"])
        #expect(with.modules(for: "Other") == [])
    }

    @Test("A list that isn't JSON is an error")
    func badList() {
        #expect(throws: CheckFailure.self) {
            try PlannedBuild(manifest: Self.manifest.replacing("MACROS", with: ",\""))
        }
    }
}
