import Foundation
import PermafrostSource

/// The targets in a `project.yml`, from which XcodeGen makes an Xcode project that isn't in the checkout.
///
/// Only the parts of YAML that such files use are read: mappings, lists and plain texts. Templates and included files
/// aren't applied.
struct XcodeGenSpec {
    /// The targets. A target with several folders is listed once for each.
    let targets: [PackageTarget]

    /// Reads the file in a folder. Returns nil if there is none, if the folder has an Xcode project or a manifest, or if the
    /// file doesn't declare targets with folders.
    init?(directory: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        guard let name = ["project.yml", "project.yaml"].first(where: names.contains),
            !names.contains(where: { $0.hasSuffix(SourcePaths.projectSuffix) || $0 == "Package.swift" }),
            let text = try? DirectorySources(directory: directory).withBytes(
                of: name, { String(decoding: $0, as: UTF8.self) })
        else { return nil }
        self.init(text)
    }

    init?(_ text: String) {
        var reader = YAMLReader(text)
        let found = reader.read()?["targets"]?.members.sorted { $0.key < $1.key }.flatMap { name, target in
            Self.targets(named: name, target)
        }
        guard let found, !found.isEmpty else { return nil }
        targets = found
    }

    private static func targets(named name: String, _ target: YAMLNode) -> [PackageTarget] {
        let type = target["type"]?.text ?? ""
        guard type != "bundle.ui-testing" else { return [] }
        let sources = target["sources"].map { node in node.items.isEmpty ? [node] : node.items } ?? []
        return sources.compactMap { $0.text ?? $0["path"]?.text }.map { path in
            var found = PackageTarget(
                name: name, isTest: type == "bundle.unit-test", path: Self.folder(path),
                dependencies: (target["dependencies"]?.items ?? []).compactMap { $0["target"]?.text })
            found.isExecutable = type.hasPrefix("application")
            found.isLibrary = type.contains("framework") || type.contains("library")
            return found
        }
    }

    /// Returns a path without a leading `./` and a trailing `/`.
    private static func folder(_ path: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }
        return parts.joined(separator: "/")
    }
}

/// A value in a YAML file.
indirect enum YAMLNode: Hashable {
    case text(String)
    case list([YAMLNode])
    case map([String: YAMLNode])

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var items: [YAMLNode] { if case .list(let items) = self { items } else { [] } }
    var members: [String: YAMLNode] { if case .map(let members) = self { members } else { [:] } }
    subscript(key: String) -> YAMLNode? { members[key] }
}

/// A reader of the lines of a YAML file.
private struct YAMLReader {
    /// The maximum depth of nested values.
    private static let depthLimit = 32

    private var lines: [(indent: Int, text: Substring)] = []
    private var index = 0

    init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            let content = Self.withoutComment(line)
            let start = content.drop { $0 == " " }
            guard !start.isEmpty, !start.hasPrefix("---"), !start.hasPrefix("%") else { continue }
            lines.append((content.count - start.count, start))
        }
    }

    mutating func read() -> YAMLNode? { lines.isEmpty ? nil : block(0) }

    private static func withoutComment(_ line: Substring) -> Substring {
        var quote: Character?
        var previous: Character = " "
        for index in line.indices {
            let character = line[index]
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "#", previous.isWhitespace {
                return line[..<index].trimmingSuffix()
            } else if character == "\"" || character == "'" {
                quote = character
            }
            previous = character
        }
        return line.trimmingSuffix()
    }

    private var next: (indent: Int, text: Substring)? { lines.indices.contains(index) ? lines[index] : nil }

    /// Reads the value that starts at the next line.
    private mutating func block(_ depth: Int) -> YAMLNode {
        guard let first = next, depth < Self.depthLimit else {
            index = lines.count
            return .text("")
        }
        if Self.isItem(first.text) { return list(first.indent, depth) }
        if Self.key(first.text) != nil { return map(first.indent, depth) }
        index += 1
        return Self.plain(first.text)
    }

    private mutating func list(_ indent: Int, _ depth: Int) -> YAMLNode {
        var items: [YAMLNode] = []
        while let line = next, line.indent == indent, Self.isItem(line.text) {
            let rest = line.text.dropFirst().drop { $0 == " " }
            if rest.isEmpty {
                index += 1
                items.append((next?.indent ?? 0) > indent ? block(depth + 1) : .text(""))
            } else {
                lines[index] = (indent + line.text.count - rest.count, rest)
                items.append(block(depth + 1))
            }
        }
        return .list(items)
    }

    private mutating func map(_ indent: Int, _ depth: Int) -> YAMLNode {
        var members: [String: YAMLNode] = [:]
        while let line = next, line.indent == indent, let (key, value) = Self.key(line.text) {
            index += 1
            if value.isEmpty {
                let isNested = next.map { $0.indent > indent || $0.indent == indent && Self.isItem($0.text) } ?? false
                members[key] = isNested ? block(depth + 1) : .text("")
            } else {
                members[key] = Self.plain(value)
                // The lines of a long text.
                while let line = next, line.indent > indent { index += 1 }
            }
        }
        return .map(members)
    }

    private static func isItem(_ text: Substring) -> Bool { text == "-" || text.hasPrefix("- ") }

    private static func key(_ text: Substring) -> (String, Substring)? {
        guard
            let colon = text.indices.first(where: { index in
                text[index] == ":"
                    && (text.index(after: index) == text.endIndex || text[text.index(after: index)] == " ")
            }), !text.hasPrefix("[")
        else { return nil }
        return (unquoted(text[..<colon]), text[text.index(after: colon)...].drop { $0 == " " })
    }

    /// Returns a text, or the list in a text such as `[A, B]`.
    private static func plain(_ text: Substring) -> YAMLNode {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return .text(unquoted(text)) }
        return .list(text.dropFirst().dropLast().split(separator: ",").map { .text(unquoted($0)) })
    }

    private static func unquoted(_ text: Substring) -> String {
        let text = text.trimmingPrefix { $0 == " " }.trimmingSuffix()
        guard text.count > 1, let first = text.first, first == text.last, first == "\"" || first == "'" else {
            return String(text)
        }
        return String(text.dropFirst().dropLast())
    }
}

extension Substring {
    fileprivate func trimmingSuffix() -> Substring {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
