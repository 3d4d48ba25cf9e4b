import Foundation

/// This project's own sources, for tests that look for what must, or must not, be in them.
public enum SourceTree {
    /// The project's folder.
    public static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The code of each Swift file below a folder of the project, by its path in the project. Comments are left out.
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

    /// Leaves out what follows `//` in each line, as long as it does not follow a colon, as in an address.
    private static func withoutComments(_ text: String) -> String {
        text.replacing(/(^|[^:])\/\/[^\n]*/.anchorsMatchLineEndings()) { "\($0.1)" }
    }
}
