import Foundation

/// The commands of a build manifest (`debug.yaml`) as a graph. It shows the modules that must be compiled before a
/// given module.
package struct PlannedBuild {
    private struct Command {
        var module: String?
        var inputs: [String]
    }

    /// The commands, keyed by their outputs.
    private var makers: [String: Command] = [:]

    /// Reads a build manifest.
    ///
    /// - Throws: ``CheckFailure`` if the manifest has a list that isn't JSON.
    package init(manifest: String) throws {
        var command = Command(module: nil, inputs: [])
        var outputs: [String] = []
        func keep() {
            for output in outputs { makers[output] = command }
        }
        for line in manifest.split(separator: "\n") {
            let text = line.trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("  \"") {
                keep()
                (command, outputs) = (Command(module: nil, inputs: []), [])
            } else if text.hasPrefix("inputs: [") {
                command.inputs = try Self.list(text.dropFirst("inputs: ".count))
            } else if text.hasPrefix("outputs: [") {
                outputs = try Self.list(text.dropFirst("outputs: ".count))
            } else if text.hasPrefix("args: [") {
                let arguments = try Self.list(text.dropFirst("args: ".count))
                command.module = arguments.firstIndex(of: "-module-name").map { arguments[$0 + 1] }
            }
        }
        keep()
    }

    /// Returns the names of the modules that are compiled for a module, including the module. Returns an empty set if
    /// the manifest doesn't contain the module.
    ///
    /// Tools are included: a compiler plugin is an input of the modules that use its macros.
    package func modules(for name: String) -> Set<String> {
        var pending = makers.filter { $0.value.module == name }.map(\.key)
        var seen = Set(pending)
        var result: Set<String> = []
        while let output = pending.popLast() {
            guard let command = makers[output] else { continue }
            if let module = command.module { result.insert(module) }
            pending += command.inputs.filter { seen.insert($0).inserted }
        }
        return result
    }

    static func list(_ text: Substring) throws -> [String] {
        do {
            return try JSONDecoder().decode([String].self, from: Data(text.utf8))
        } catch {
            throw CheckFailure("can't parse a list in SwiftPM's build manifest: \(text.prefix(80))")
        }
    }
}
