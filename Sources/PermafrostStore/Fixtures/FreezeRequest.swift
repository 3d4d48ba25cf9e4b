import Foundation
import PermafrostModel

/// One version to freeze.
package struct FreezeRequest: Sendable {
    /// The name of the version.
    package var version: VersionName
    /// The group that it belongs to.
    package var group: String
    /// The type that declares it.
    package var schema: String
    package var model: SchemaModel
    /// The models for platforms with differences, by condition.
    package var variants: [String: SchemaModel]
    /// The parts whose mapping is assumed: `Post.link: URL`.
    package var assumptions: [String]
    /// Whether the model contains only the information in a store, as for live types.
    package var isOfStore: Bool
    /// The number of sample rows for each entity.
    package var rowsPerEntity: Int
    /// The date of the freeze, in ISO 8601. It appears only in `export_metadata.txt`.
    package var date: String

    /// The default number of sample rows.
    package static let defaultRowsPerEntity = 8

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

/// An error that prevented a freeze. Nothing was changed.
package enum FreezeError: Error, Sendable, Hashable {
    /// The version is already frozen. Frozen versions don't change without `--force`.
    case alreadyFrozen(version: String, path: String)
    /// A file or a symbolic link is at the fixture's path.
    case blocked(path: String)
    /// The fixture's folder contains other files, which would be lost.
    case foreignFiles(path: String, names: [String], isFixture: Bool)
    /// The file system can't exchange two folders in one step, so replacing the old fixture could lose it.
    case cannotReplaceAtomically(path: String)
    case file(FileError)
    /// The store can't be written, with SQLite's reason, and the system's error number or 0.
    case store(path: String, reason: String, code: Int32)
}

/// The freeze date that a fixture records.
package enum FreezeDate {
    /// An error that is thrown when `SOURCE_DATE_EPOCH` isn't a whole number of seconds before the year 10000.
    package struct Invalid: Error {
        package let value: String
    }

    /// Returns the current time, or the time in `SOURCE_DATE_EPOCH`, in UTC.
    package static func text(_ environment: [String: String]) throws(Invalid) -> String {
        guard let text = environment["SOURCE_DATE_EPOCH"], !text.isEmpty else { return Date().formatted(.iso8601) }
        guard let seconds = Int64(text), (0..<253_402_300_800).contains(seconds) else {
            throw Invalid(value: text)
        }
        return Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}

extension FreezeError: LocalizedError, CustomStringConvertible {
    /// The error and its fix, without a full stop.
    package var description: String {
        switch self {
        case .alreadyFrozen(let version, let path):
            "\(version) is frozen already (\(path)), and a frozen version does not change: stores of it are on users' "
                + "devices. Declare a new version; if \(version) never shipped, it may be replaced"
        case .blocked(let path): "\(path) is not a folder: move it away"
        case .foreignFiles(let path, let names, let isFixture):
            "\(path.visible) "
                + (isFixture ? "also holds files that are not the fixture's" : "holds no fixture, but other files")
                + ": \(Self.listing(names)). Permafrost does not remove them, so nothing was frozen. Move them out of the "
                + "folder, then freeze again"
        case .cannotReplaceAtomically(let path):
            "this file system cannot replace \(path) in one step: remove the folder, then freeze again"
        case .file(let error): error.description
        case .store(let path, let reason, _): "the store cannot be written to \(path): \(reason)"
        }
    }

    /// ``description``
    package var errorDescription: String? { description }

    /// Lists the first few of many names.
    private static func listing(_ names: [String]) -> String {
        let shown = names.prefix(5).map(\.visible).joined(separator: ", ")
        return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
    }
}
