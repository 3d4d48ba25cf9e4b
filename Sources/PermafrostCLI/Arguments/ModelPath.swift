import Foundation
import PermafrostStore

/// A Core Data model that `--model` names: a folder inside the project.
struct ModelPath {
    /// The path relative to the project's folder.
    let relative: String

    /// Finds a model, as seen from the working folder, else from the project's. Throws a ``UsageError``.
    init(_ text: String, project: String) throws {
        let candidates = [text.absolutePath, "\(project)/\(text)".absolutePath]
        var isDirectory: ObjCBool = false
        let found = candidates.first {
            FileManager.default.fileExists(atPath: $0, isDirectory: &isDirectory) && isDirectory.boolValue
        }
        guard candidates.contains(where: FileManager.default.fileExists(atPath:)) else {
            throw UsageError.noModel(text)
        }
        guard let found, found.hasSuffix(".xcdatamodeld") || found.hasSuffix(".xcdatamodel") else {
            throw UsageError.invalidValue(
                option: "--model", value: text, expected: "a folder such as App.xcdatamodeld or App.xcdatamodel")
        }
        if let model = Self.model(around: found) {
            let shown = model.hasPrefix(project + "/") ? String(model.dropFirst(project.count + 1)) : model
            throw UsageError.invalidValue(
                option: "--model", value: text, expected: "the model with all of its versions: \(shown)")
        }
        guard found.hasPrefix(project + "/") else {
            throw UsageError.invalidValue(
                option: "--model", value: text, expected: "a model inside the project (\(project)); see --project")
        }
        relative = String(found.dropFirst(project.count + 1))
    }

    /// The model that a folder is one version of: without the others, every frozen one would seem to be gone.
    private static func model(around folder: String) -> String? {
        let parent = folder.parentPath
        return parent.hasSuffix(".xcdatamodeld") ? parent : nil
    }
}
