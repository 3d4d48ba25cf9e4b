import Foundation

/// The tool `permafrost`, which the kit uses to read stores and declarations. It is independent of the framework that
/// is tested.
struct InspectTool {
    let url: URL

    /// Finds the tool at a path, or next to this executable if the path is nil. Throws ``KitError/noTool(_:)`` if there
    /// is no executable file.
    init(path: String?) throws {
        if let path {
            url = URL(fileURLWithPath: path)
        } else {
            url = try StepProcess.executable.deletingLastPathComponent().appendingPathComponent("permafrost-cli")
        }
        guard FileManager.default.isExecutableFile(atPath: url.path) else { throw KitError.noTool(url.path) }
    }

    /// Runs the tool with `--format json`, and returns its output. Throws a ``KitError`` if the exit code isn't
    /// accepted, or if the output isn't a JSON object.
    ///
    /// - Parameter accepted: the exit codes that are accepted.
    func json(_ arguments: [String], accepting accepted: Set<Int32> = [0]) throws -> JSONObject {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments + ["--format", "json"]
        process.standardInput = FileHandle.nullDevice
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationReason == .exit, accepted.contains(process.terminationStatus),
            let object = try? JSONSerialization.jsonObject(with: data) as? [String: Any]
        else {
            throw KitError.tool(
                arguments: arguments, status: process.terminationStatus, output: String(decoding: data, as: UTF8.self))
        }
        return JSONObject(object)
    }
}

/// A JSON object with typed access to its members.
struct JSONObject {
    let members: [String: Any]

    init(_ members: [String: Any]) {
        self.members = members
    }

    func string(_ name: String) -> String? { members[name] as? String }
    func objects(_ name: String) -> [JSONObject] { (members[name] as? [[String: Any]] ?? []).map(JSONObject.init) }
    func object(_ name: String) -> JSONObject? { (members[name] as? [String: Any]).map(JSONObject.init) }

    /// Returns a value as JSON, with sorted keys.
    static func text(_ value: Any) -> String {
        guard
            let data = try? JSONSerialization.data(
                withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed, .withoutEscapingSlashes])
        else { return "\(value)" }
        return String(decoding: data, as: UTF8.self)
    }
}

/// An error that prevents the kit from running.
enum KitError: Error, CustomStringConvertible {
    case noExecutable
    case noTool(String)
    case tool(arguments: [String], status: Int32, output: String)
    case noPrediction(probe: String)
    case unknownFormat(String)
    case notOnLinux

    var description: String {
        switch self {
        case .noExecutable:
            "The kit can't find its own executable, so it can't start the probes. Run the kit with `swift run verify`."
        case .noTool(let path):
            "There is no permafrost executable at \(path), so the kit can't read stores. Run `swift build` in the "
                + "Verification folder, or pass the executable's path with --tool."
        case .tool(let arguments, let status, let output):
            "permafrost \(arguments.joined(separator: " ")) exited with code \(status): \(output)"
        case .noPrediction(let probe):
            "There is no prediction for \(probe). Compute the predictions on Linux with `verify --predict FILE`."
        case .unknownFormat(let file):
            "\(file) has a format that this kit can't read. Compute it again on Linux with `verify --predict FILE`."
        case .notOnLinux:
            "The kit computes predictions only on Linux. Run `verify --predict` there."
        }
    }
}
