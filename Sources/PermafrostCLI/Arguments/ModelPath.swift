import Foundation

/// The path of a Core Data model that `--model` specifies. The model is a folder inside the project.
struct ModelPath {
    /// The model's path relative to the project's folder.
    let relative: String

    /// Creates a model path from a value of `--model`. The value is a path relative to the working folder or, if no
    /// folder exists there, relative to the project's folder. Throws a ``UsageError`` if there is no model at
    /// either path, if the path is a single version of a model, or if the model isn't in the project's folder.
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
                option: "--model", value: text, expected: "a model inside the project \(project) (see --project)")
        }
        relative = String(found.dropFirst(project.count + 1))
    }

    /// Returns the model that contains the folder of a single version; nil if the folder isn't inside a model. The
    /// caller rejects a single version, because all other frozen versions would be reported as removed.
    private static func model(around folder: String) -> String? {
        let parent = folder.parentPath
        return parent.hasSuffix(".xcdatamodeld") ? parent : nil
    }
}
