import PermafrostModel
import Testing

/// Text from outside contains no start of a command that a CI service runs.
@Suite struct LogCommandTests {
    @Test(arguments: [
        ("", ""), ("a:1:2: error: x", "a:1:2: error: x"), ("## A", "## A"), ("#[a]", "#[a]"), ("##a b[", "##a b["),
        ("::error::x", #":\u{3A}error:\u{3A}x"#), (":::", #":\u{3A}:"#), ("::::", #":\u{3A}:\u{3A}"#),
        ("x ##[error]y", #"x #\u{23}[error]y"#), ("###[", #"##\u{23}["#), ("##", "##"), ("##vso[a]", #"#\u{23}vso[a]"#),
        ("##Vso##[", #"##Vso#\u{23}["#), ("ü::ü", #"ü:\u{3A}ü"#), ("##ü[", "##ü["), ("a\n::b", #"a\u{A}:\u{3A}b"#),
    ])
    func isBroken(_ text: String, _ expected: String) {
        #expect(text.withoutCommands == expected)
        #expect(text.withoutCommands.withoutCommands == expected)
    }
}
