import Foundation

/// The golden files of one project. Each has the output of one command.
struct GoldenFolder {
    static let outputs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Outputs")
    static let nextStep = """
        If the change is intended, write the files again and review the differences with git:
        PERMAFROST_WRITE_GOLDEN=1 swift test --filter GoldenOutputTests
        """

    let url: URL
    let name: String

    init(project: String, in outputs: URL = Self.outputs) {
        url = outputs.appending(path: project)
        name = project
    }

    /// Returns the names of projects that have a folder.
    static func projects(in outputs: URL = Self.outputs) throws -> [String] {
        guard FileManager.default.fileExists(atPath: outputs.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: outputs.path).sorted()
    }

    static func removeAll(besides names: [String], in outputs: URL = Self.outputs) throws {
        for name in try projects(in: outputs) where !names.contains(name) {
            try FileManager.default.removeItem(at: outputs.appending(path: name))
        }
    }

    /// Writes these texts to the folder, by name, and deletes every other file.
    func write(_ outputs: [String: String]) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for file in try files() where outputs[file] == nil {
            try FileManager.default.removeItem(at: url.appending(path: file))
        }
        for (file, text) in outputs { try Data(text.utf8).write(to: url.appending(path: file)) }
    }

    /// Returns a sentence for each file that differs from the output, that no command wrote, or that is missing.
    func differences(from outputs: [String: String]) throws -> [String] {
        let files = try files()
        let missing = outputs.keys.filter { !files.contains($0) }.map {
            "\(name)/\($0): no golden file has this output"
        }
        let extra = files.filter { outputs[$0] == nil }.map { "\(name)/\($0): no command has this golden file" }
        let changed = try files.compactMap { file -> String? in
            guard let printed = outputs[file] else { return nil }
            let golden = String(decoding: try Data(contentsOf: url.appending(path: file)), as: UTF8.self)
            return Self.firstDifference(golden, printed).map { "\(name)/\(file):\($0)" }
        }
        return (missing + extra).sorted() + changed
    }

    /// Returns the line number of the first difference, with the lines around it: `-` marks golden lines, `+` marks new
    /// ones.
    static func firstDifference(_ golden: String, _ printed: String) -> String? {
        guard golden != printed else { return nil }
        let old = golden.components(separatedBy: "\n")
        let new = printed.components(separatedBy: "\n")
        let start = zip(old, new).prefix { $0 == $1 }.count
        let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
        let before = old[max(0, start - 3)..<start].map { "  \($0)" }
        let removed = old[start..<(old.count - end)].prefix(8).map { "- \($0)" }
        let added = new[start..<(new.count - end)].prefix(8).map { "+ \($0)" }
        return "\(start + 1) differs:\n" + (before + removed + added).joined(separator: "\n")
    }

    private func files() throws -> [String] {
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
    }
}
