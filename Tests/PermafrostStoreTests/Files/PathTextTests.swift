import PermafrostStore
import Testing

@Suite struct PathTextTests {
    @Test(arguments: [
        ("a", ""), ("ab", ""), ("a/b", "a"), ("/a", "/"), ("/", "/"), ("", ""), ("a//b/", "a"), ("/a/b/", "/a"),
        ("é/ü", "é"),
    ]) func parent(_ path: String, _ parent: String) {
        #expect(path.parentPath == parent)
    }
}
