import Foundation
import PermafrostTestSupport

/// A run of the verification kit, with its result in a folder that is deleted when the value is.
struct KitRun {
    /// The contents of `verification.json`.
    struct Report: Decodable {
        struct Result: Decodable {
            struct Row: Decodable {
                let name: String
                let predicted: String?
                let found: String?
                let verdict: String
                let reason: String?
            }

            let probe: String
            let theme: String
            let verdict: String
            let neededSystem: String?
            let rows: [Row]
        }

        let results: [Result]
    }

    let result: CommandResult
    private let folder: ScratchFolder

    /// Runs the kit, which `swift build` writes to the tests' folder.
    init(_ arguments: [String] = []) throws {
        folder = try ScratchFolder()
        let kit = BuildFolder.program("VerificationKit")
        result = try CommandResult.running([kit.path] + arguments + ["--output", folder.path("out")], in: folder.url)
    }

    /// Returns a file of the result.
    func file(_ name: String) -> URL { folder.url.appending(path: "out/\(name)") }

    func report() throws -> Report {
        try JSONDecoder().decode(Report.self, from: Data(contentsOf: file("verification.json")))
    }

    func table() throws -> String {
        String(decoding: try Data(contentsOf: file("verification.txt")), as: UTF8.self)
    }

    // MARK: Predictions

    /// The predictions that the kit reads.
    static let predictions = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Verification/Predictions.json")

    /// Returns the values by probe, source and fact.
    static func predictions(at file: URL) throws -> [String: [String: [String: String]]] {
        struct File: Decodable { let probes: [String: [String: [String: String]]] }
        return try JSONDecoder().decode(File.self, from: Data(contentsOf: file)).probes
    }
}
