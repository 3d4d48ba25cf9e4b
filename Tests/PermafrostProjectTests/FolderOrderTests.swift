import Foundation
import PermafrostTestSupport
import Testing

/// The table of `ARCHITECTURE.md` with the folders that each folder may use, compared with the sources.
@Suite struct FolderOrderTests {
    /// A line of `Scripts/shape --list uses`.
    private struct Use {
        let folder: String
        let type: String
        let used: String

        init?(_ line: Substring) {
            guard let match = line.wholeMatch(of: /(\S+) uses (\w+) of (\S+)/) else { return nil }
            (folder, type, used) = (String(match.1), String(match.2), String(match.3))
        }
    }

    private struct Pair: Hashable {
        let module, first, second: String
    }

    /// The modules with an order of folders. In the other modules, types of the public API refer to each other.
    private static let ordered: Set = [
        "PermafrostModel", "PermafrostStore", "PermafrostFixtures", "PermafrostSource", "PermafrostProject",
        "PermafrostCLI",
    ]

    private static func section() throws -> Substring {
        let page = try String(contentsOf: SourceTree.root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
        let start = try #require(page.firstRange(of: "## The order of folders\n"))
        let rest = page[start.upperBound...]
        return rest[..<(rest.firstRange(of: "\n## ")?.lowerBound ?? rest.endIndex)]
    }

    /// Returns the folders of each module, lowest first.
    private static func order() throws -> [String: [String]] {
        var result: [String: [String]] = [:]
        for line in try section().split(separator: "\n") {
            guard let row = line.wholeMatch(of: /\| `(\w+)` \| ([^|]+) \|/) else { continue }
            result[String(row.1)] = row.2.matches(of: /`([\w\/]+)`/).map { String($0.1) }
        }
        return result
    }

    /// Returns the pairs of folders that are allowed to use each other, for the given reason.
    private static func exceptions() throws -> Set<Pair> {
        Set(
            try section().split(separator: "\n").compactMap { line in
                guard let row = line.wholeMatch(of: /\| `(\w+)` \| `([\w\/]+)` \| `([\w\/]+)` \| [^|]+ \|/) else {
                    return nil
                }
                return Pair(module: String(row.1), first: String(row.2), second: String(row.3))
            })
    }

    private static func uses() throws -> [Use] {
        let result = try CommandResult.running(
            [SourceTree.root.appending(path: "Scripts/shape").path, "--list", "uses"], in: SourceTree.root)
        return result.output.split(separator: "\n").compactMap(Use.init)
    }

    /// Returns a folder's path relative to its module's; `.` for the module's folder itself.
    private static func place(_ folder: String) -> (module: String, folder: String) {
        let parts = folder.split(separator: "/", maxSplits: 2).map(String.init)
        return (parts[1], parts.count > 2 ? parts[2] : ".")
    }

    @Test func everyFolderHasAPlace() throws {
        var folders: [String: Set<String>] = [:]
        for path in try SourceTree.code(below: "Sources").keys {
            let (module, folder) = Self.place(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
            if Self.ordered.contains(module), folder != "." { folders[module, default: []].insert(folder) }
        }
        let order = try Self.order()
        #expect(Set(order.keys) == Self.ordered)
        for (module, names) in order {
            #expect(Set(names) == folders[module], "\(module)")
            #expect(Set(names).count == names.count, "\(module) names a folder twice")
        }
    }

    @Test func aFolderUsesOnlyThoseBelow() throws {
        let order = try Self.order()
        let exceptions = try Self.exceptions()
        let uses = try Self.uses()
        #expect(uses.count > 100)
        #expect(exceptions.count <= 2)
        var met: Set<Pair> = []
        for use in uses {
            let (module, folder) = Self.place(use.folder)
            let used = Self.place(use.used).folder
            guard let names = order[module], let place = names.firstIndex(of: folder),
                let usedPlace = names.firstIndex(of: used), usedPlace > place
            else { continue }
            let pair = Pair(module: module, first: folder, second: used)
            if exceptions.contains(pair) {
                met.insert(pair)
            } else {
                Issue.record("\(use.folder) uses \(use.type) of \(use.used), which is above it")
            }
        }
        #expect(met == exceptions, "an exception is no longer needed")
    }
}
