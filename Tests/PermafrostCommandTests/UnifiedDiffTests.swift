import Testing

@testable import PermafrostCLI

/// The lines of a diff that a dry run prints, as `git apply` reads them.
@Suite struct UnifiedDiffTests {
    @Test(arguments: [
        ("a\nb\n", "a\nb\n", []),
        ("a\nb\n", "a\nc\n", ["@@ -1,2 +1,2 @@", " a", "-b", "+c"]),
        ("a\r\nb\r\n", "a\nb\r\n", ["@@ -1,2 +1,2 @@", "-a\r", "+a", " b\r"]),
        ("a\r\nb\r\n", "a\r\nb\r\nc\r\n", ["@@ -1,2 +1,3 @@", " a\r", " b\r", "+c\r"]),
        ("a\nb", "a\nb\n", ["@@ -1,2 +1,2 @@", " a", "-b", "\\ No newline at end of file", "+b"]),
        ("a\n", "", ["@@ -1,1 +0,0 @@", "-a"]), ("a\n\n", "a\n", ["@@ -1,2 +1,1 @@", " a", "-"]),
    ])
    func lines(_ old: String, _ new: String, _ hunk: [String]) {
        let lines = UnifiedDiff(path: "A.swift", old: old, new: new).lines
        #expect(lines == (hunk.isEmpty ? [] : ["--- a/A.swift", "+++ b/A.swift"] + hunk))
    }

    @Test func aNewFile() {
        let lines = UnifiedDiff(path: "A.swift", old: nil, new: "a\nb\n").lines
        #expect(lines == ["--- /dev/null", "+++ b/A.swift", "@@ -0,0 +1,2 @@", "+a", "+b"])
    }
}
