import Foundation
import Testing

/// The reference data that lies beside a checkout; absent on most machines.
enum SharedFiles {
    static let reasonForSkipping: Comment = "the reference data (../shared) is not beside this checkout"

    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared")

    static var arePresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

    static func data(_ path: String) throws -> Data {
        try Data(contentsOf: folder.appendingPathComponent(path))
    }
}
