import Foundation
import PermafrostModel

/// One version to freeze.
package struct FreezeRequest: Sendable {
    /// The version's name.
    package var version: VersionName
    /// The group that it belongs to.
    package var group: String
    /// The type that declares it.
    package var schema: String
    /// The model.
    package var model: SchemaModel
    /// The models on platforms on which it differs, by condition.
    package var variants: [String: SchemaModel]
    /// The parts whose mapping is assumed: `Post.link: URL`.
    package var assumptions: [String]
    /// Whether the model has no more than a store of it says, as that of live types.
    package var isOfStore: Bool
    /// How many sample rows each entity gets.
    package var rowsPerEntity: Int
    /// When it is frozen, in ISO 8601; it stands in `export_metadata.txt` alone.
    package var date: String

    /// The number of sample rows where nothing else is asked.
    package static let defaultRowsPerEntity = 8

    /// A version to freeze.
    package init(
        version: VersionName, group: String, schema: String, model: SchemaModel, variants: [String: SchemaModel] = [:],
        assumptions: [String] = [], isOfStore: Bool = false, rowsPerEntity: Int = FreezeRequest.defaultRowsPerEntity,
        date: String
    ) {
        self.version = version
        self.group = group
        self.schema = schema
        self.model = model
        self.variants = variants
        self.assumptions = assumptions
        self.isOfStore = isOfStore
        self.rowsPerEntity = rowsPerEntity
        self.date = date
    }
}

/// Why a version could not be frozen. Nothing was changed.
package enum FreezeError: Error, Sendable, Hashable {
    /// The version is frozen already: frozen versions do not change without `--force`.
    case alreadyFrozen(version: String, path: String)
    /// Something else stands where the fixture belongs: a file or a symbolic link.
    case blocked(path: String)
    /// The folder where the fixture belongs has files that are not a fixture's: they would be lost.
    case foreignFiles(path: String, names: [String], isFixture: Bool)
    /// The file system cannot exchange two folders in one step, so that replacing could lose the old fixture.
    case cannotReplaceAtomically(path: String)
    /// A file operation failed.
    case file(FileError)
    /// The store could not be written: SQLite's reason, and the system's number or 0.
    case store(path: String, reason: String, code: Int32)
}

/// The time that a fixture says it was frozen at.
package enum FreezeDate {
    /// `SOURCE_DATE_EPOCH` does not hold whole seconds of the years to 9999.
    package struct Invalid: Error {
        package let value: String
    }

    /// Now, or the time of `SOURCE_DATE_EPOCH`, in UTC.
    package static func text(_ environment: [String: String]) throws(Invalid) -> String {
        guard let text = environment["SOURCE_DATE_EPOCH"], !text.isEmpty else { return Date().formatted(.iso8601) }
        guard let seconds = Int64(text), (0..<253_402_300_800).contains(seconds) else {
            throw Invalid(value: text)
        }
        return Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}

extension FreezeError: LocalizedError, CustomStringConvertible {
    /// What happened, and what to do, without a full stop.
    package var description: String {
        switch self {
        case .alreadyFrozen(let version, let path):
            "\(version) is already frozen (\(path)) and doesn't change, because users may have \(version) stores. Declare a new "
                + "version. If \(version) never shipped, replace it"
        case .blocked(let path): "\(path) is not a folder. Move it away"
        case .foreignFiles(let path, let names, let isFixture):
            "\(path.visible) "
                + (isFixture ? "also has files that don't belong to the fixture" : "has other files and no fixture")
                + ": \(Self.listing(names)). Permafrost doesn't remove them, so nothing was frozen. Move them out of the "
                + "folder, then freeze again"
        case .cannotReplaceAtomically(let path):
            "the file system can't replace \(path) in one step. Remove the folder, then freeze again"
        case .file(let error): error.description
        case .store(let path, let reason, _): "the store can't be written to \(path): \(reason)"
        }
    }

    /// ``description``
    package var errorDescription: String? { description }

    /// The first names of many.
    private static func listing(_ names: [String]) -> String {
        let shown = names.prefix(5).map(\.visible).joined(separator: ", ")
        return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
    }
}
