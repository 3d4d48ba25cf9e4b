import Foundation

/// What a package's manifest tells about folders, found in its text.
enum PackageManifest {
    /// The folders that `.testTarget(… path: "…")` names, relative to the project, with a `/` at the end.
    static func testFolders(manifest: String, folder: String) -> [String] {
        var folders: [String] = []
        var rest = Substring(manifest)
        while let start = rest.range(of: ".testTarget(") {
            rest = rest[start.upperBound...]
            var depth = 1
            let end = rest.firstIndex { character in
                if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
                return depth == 0
            }
            let body = rest[..<(end ?? rest.endIndex)]
            if let label = body.range(of: "path:") {
                let parts = body[label.upperBound...].split(
                    separator: "\"", maxSplits: 2, omittingEmptySubsequences: false)
                if parts.count == 3, !parts[1].isEmpty, parts[0].allSatisfy(\.isWhitespace) {
                    folders.append(folder + parts[1] + (parts[1].hasSuffix("/") ? "" : "/"))
                }
            }
            rest = rest[(end ?? rest.endIndex)...]
        }
        return folders
    }
}
