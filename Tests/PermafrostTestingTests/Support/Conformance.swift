import Foundation
import Testing

/// The real stores.
enum Conformance {
    static let folder: String? = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let given = ProcessInfo.processInfo.environment["PERMAFROST_CONFORMANCE"]
        let folder = given ?? root.appendingPathComponent("../shared/conformance").standardized.path
        return FileManager.default.fileExists(atPath: folder + "/stores") ? folder : nil
    }()

    /// Tests over real stores run where these are.
    static let isPresent: ConditionTrait = .enabled(
        if: folder != nil,
        "The real stores are absent: put them at ../shared/conformance, or name the folder in PERMAFROST_CONFORMANCE.")

    static func store(_ name: String) -> URL { URL(fileURLWithPath: (folder ?? "") + "/stores/" + name) }
}
