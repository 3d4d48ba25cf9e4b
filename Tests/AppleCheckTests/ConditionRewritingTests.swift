import Testing

@testable import AppleCheck

@Suite("Conditions for Apple's platforms")
struct ConditionRewritingTests {
    @Test(
        "Only conditions on their own lines are evaluated, and lines and columns don't move",
        arguments: [
            ("#if os(Linux)", ApplePlatform.iOS, "#if false    "),
            ("#if os(Linux) || os(macOS)", .iOS, "#if false     || false    "),
            ("#if os(Linux) || os(macOS)", .macOS, "#if false     || true     "),
            ("    #elseif os(iOS)", .iOS, "    #elseif true   "),
            ("#if canImport(Glibc) && DEBUG", .macOS, "#if false            && DEBUG"),
            ("#if canImport(Darwin)", .macOS, "#if canImport(Darwin)"),
            ("let text = \"#if os(Linux)\"", .iOS, "let text = \"#if os(Linux)\""),
        ])
    func rewriting(line: String, platform: ApplePlatform, expected: String) {
        let text = ConditionRewriting.text("#if DEBUG\n\(line)\n#endif\n", for: platform)
        #expect(text == "#if DEBUG\n\(expected)\n#endif\n")
        #expect(text.utf8.count == "#if DEBUG\n\(line)\n#endif\n".utf8.count)
    }

    @Test(
        "Platforms that compile the same code have the same conditions",
        arguments: [
            ("#if os(iOS) || os(tvOS)\n#endif", [["#iftrue"], ["#iftrue"], ["#iffalse"], ["#iffalse"]]),
            (
                "#if !os(macOS) && canImport(Glibc)\n#elseif os(watchOS)\n#endif",
                [
                    ["#iffalse", "#elseiffalse"], ["#iffalse", "#elseiffalse"], ["#iffalse", "#elseiftrue"],
                    ["#iffalse", "#elseiffalse"],
                ]
            ),
            (
                "#if (os(tvOS) || os(watchOS)) && DEBUG || os(iOS)\n#endif",
                [
                    ["#iffalse&&DEBUG||true"], ["#iftrue&&DEBUG||false"], ["#iftrue&&DEBUG||false"],
                    ["#iffalse&&DEBUG||false"],
                ]
            ),
        ])
    func conditions(text: String, expected: [[String]]) {
        #expect(ApplePlatform.devices.map { ConditionRewriting.conditions(of: text, for: $0) } == expected)
    }

    @Test("Conditions in a function's body don't change a module's interface")
    func interface() {
        let text = """
            public func a() {
                #if os(tvOS)
                    let value = 1
                #endif
            }
            #if os(iOS)
                #if DEBUG
                    package func b() {}
                #endif
            #endif
            """
        let found = ApplePlatform.devices.map { ConditionRewriting.conditions(of: text, for: $0, inInterface: true) }
        #expect(found == [["#iftrue", "#ifDEBUG"]] + Array(repeating: ["#iffalse", "#ifDEBUG"], count: 3))
    }
}
