import Foundation

/// This project's own sources, for tests that check them for required or disallowed code.
public enum SourceTree {
    /// The project's folder.
    public static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Returns the code of each Swift file below a folder of the project, without comments, keyed by the file's path in
    /// the project.
    public static func code(below folder: String) throws -> [String: String] {
        let url = root.appending(path: folder)
        guard let paths = FileManager.default.enumerator(atPath: url.path) else {
            throw CocoaError(.fileReadNoSuchFile, userInfo: [NSFilePathErrorKey: url.path])
        }
        var code: [String: String] = [:]
        for case let path as String in paths where path.hasSuffix(".swift") {
            let text = try String(contentsOf: url.appending(path: path), encoding: .utf8)
            code[folder + "/" + path] = withoutComments(text)
        }
        return code
    }

    /// Removes the text after `//` in each line, unless a colon precedes it, as in an address.
    private static func withoutComments(_ text: String) -> String {
        text.replacing(/(^|[^:])\/\/[^\n]*/.anchorsMatchLineEndings()) { "\($0.1)" }
    }
}
