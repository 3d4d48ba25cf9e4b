import PermafrostStore
import Testing

/// Control characters in foreign text are shown as escapes in messages, and have no effect.
@Suite struct VisibleTextTests {
    @Test(arguments: [
        ("Post", "Post"), ("", ""), ("Grüße 👨‍👩‍👧", "Grüße 👨‍👩‍👧"), ("a\nb", #"a\u{A}b"#), ("a\r\n\tb", #"a\u{D}\u{A}\u{9}b"#),
        ("\u{1B}[2J", #"\u{1B}[2J"#), ("\u{7F}", #"\u{7F}"#), ("\u{9B}31m", #"\u{9B}31m"#), ("\0", #"\u{0}"#),
        ("a\u{2028}b", #"a\u{2028}b"#), ("a\u{202E}b", #"a\u{202E}b"#), ("e\u{301}", "e\u{301}"),
    ])
    func isShown(_ text: String, _ shown: String) {
        #expect(text.visible == shown)
        #expect(text.visible.visible == shown)
    }

    @Test func aPathInAnError() {
        let error = FileError(operation: .read, path: "/tmp/a\n\u{1B}[31mb", code: 2)
        #expect(error.description.hasPrefix(#"/tmp/a\u{A}\u{1B}[31mb can't be read"#))
    }
}
