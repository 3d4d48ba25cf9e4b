import Testing

@testable import AppleCheck

@Suite("The modules that a file imports")
struct ImportedModulesTests {
    @Test(
        "Imports in comments and string literals don't count",
        arguments: [
            ("import Foundation\nimport SwiftSyntax\n", ["Foundation", "SwiftSyntax"]),
            ("    import XCTest", ["XCTest"]), ("@testable import App", ["App"]),
            ("@_spi(PluginMessage) @preconcurrency public import Messages", ["Messages"]),
            ("import struct Foundation.Data", ["Foundation"]), ("import os.log  // a log", ["os"]),
            ("// import XCTest\n/// import Testing\n", []), ("let text = \"import XCTest\\n\"", []),
            ("let text = \"\"\"\n    import PackageDescription\n    \"\"\"\nimport Foundation\n", ["Foundation"]),
            ("let important = 1\n", []),
        ])
    func names(text: String, expected: [String]) {
        #expect(ImportedModules.names(in: text) == expected)
    }
}
