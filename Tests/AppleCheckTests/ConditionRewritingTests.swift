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
}
