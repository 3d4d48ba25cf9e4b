import Foundation
import PermafrostModel
import PermafrostStore

/// The options for freezing one version.
package struct FreezeRequest: Sendable {
    package var version: VersionName
    /// The name of the version's group.
    package var group: String
    /// The name of the type that declares the version.
    package var schema: String
    package let model: SchemaModel
    /// The model's JSON and checksums.
    package let encoded: EncodedModel
    /// The models for platforms whose model differs, keyed by platform condition, such as `os(iOS)`.
    package var variants: [String: SchemaModel]
    /// The parts of the model whose representation in a store isn't verified with Apple's framework, such as
    /// `Post.link: URL`.
    package var assumptions: [String]
    /// The code that determines how values are stored, in addition to the model. Nil if it isn't known.
    package var code: StoredCode?
    /// Whether the model contains only information that a store also contains, as for versions that are frozen from
    /// live types.
    package var isStoreDerived: Bool
    /// The number of sample rows for each entity.
    package var rowsPerEntity: Int
    /// The date of the freeze in ISO 8601 format. It is written only to `export_metadata.txt`.
    package var date: String

    /// The default number of sample rows for each entity.
    package static let defaultRowsPerEntity = 8

    /// Creates the options for a model.
    ///
    /// - Parameter encoded: the model's JSON and checksums, or nil to encode the model.
    package init(
        version: VersionName, group: String, schema: String, model: SchemaModel, encoded: EncodedModel? = nil,
        variants: [String: SchemaModel] = [:], assumptions: [String] = [], code: StoredCode? = nil,
        isStoreDerived: Bool = false, rowsPerEntity: Int = FreezeRequest.defaultRowsPerEntity, date: String
    ) {
        self.version = version
        self.group = group
        self.schema = schema
        self.model = model
        self.encoded = encoded ?? EncodedModel(model)
        self.variants = variants
        self.assumptions = assumptions
        self.code = code
        self.isStoreDerived = isStoreDerived
        self.rowsPerEntity = rowsPerEntity
        self.date = date
    }
}

/// An error that stopped a freeze. The fixture's folder is then either unchanged or contains the complete new fixture.
package enum FreezeError: Error, Sendable, Hashable {
    /// The version is already frozen, and `--force` wasn't specified.
    case alreadyFrozen(version: String, path: String)
    /// The version already has a user's store with the same name.
    case storeExists(name: String, path: String)
    /// An item that isn't a folder, such as a file or a symbolic link, is at the fixture's path.
    case blocked(path: String)
    /// The folder contains files that don't belong to a fixture and would be lost. `isFixture` is true if the folder
    /// also contains a fixture.
    case foreignFiles(path: String, names: [String], isFixture: Bool)
    /// The file system can't exchange two folders atomically, so a replacement could lose the old fixture.
    case cannotReplaceAtomically(path: String)
    case file(FileError)
    /// The store can't be written. The reason is a clause, and the code is the system's error number, or 0 if the
    /// system reported no error.
    case store(path: String, reason: String, code: Int32)
}

/// Functions for the date that a fixture records.
package enum FreezeDate {
    /// The error for a `SOURCE_DATE_EPOCH` that isn't an integer, is negative, or is after the year 9999.
    package struct Invalid: Error {
        package let value: String
    }

    /// Returns the date to record: the time in `SOURCE_DATE_EPOCH`, or the current time if the variable isn't set or is
    /// empty. The text is in ISO 8601 format and in UTC.
    package static func text(_ environment: [String: String]) throws(Invalid) -> String {
        guard let text = environment["SOURCE_DATE_EPOCH"], !text.isEmpty else {
            return self.text(Int64(Date().timeIntervalSince1970))
        }
        guard let seconds = Int64(text), (0..<253_402_300_800).contains(seconds) else {
            throw Invalid(value: text)
        }
        return self.text(seconds)
    }

    /// Returns the time at a number of seconds after 1970. Doesn't use Foundation's `iso8601` style, because it first
    /// loads calendars and time zones, which takes longer than writing a small store.
    private static func text(_ seconds: Int64) -> String {
        var time = time_t(seconds)
        var parts = tm()
        gmtime_r(&time, &parts)
        func digits(_ number: Int32, _ count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let date = [digits(parts.tm_year + 1900, 4), digits(parts.tm_mon + 1), digits(parts.tm_mday)]
        let hours = [digits(parts.tm_hour), digits(parts.tm_min), digits(parts.tm_sec)]
        return date.joined(separator: "-") + "T" + hours.joined(separator: ":") + "Z"
    }
}

extension FreezeError: LocalizedError, CustomStringConvertible {
    /// A description of the error, and its fix if there is one, without a final period.
    package var description: String {
        switch self {
        case .alreadyFrozen(let version, let path):
            "\(version) is already frozen (\(path)). A frozen version must not change, because users may have stores "
                + "of this version. Declare a new version. If \(version) never shipped, replace its fixture"
        case .storeExists(let name, let path):
            "the version already has a store named \(name) (\(path)). Choose another name with --name, or replace the "
                + "store with --force"
        case .blocked(let path): "\(path) isn't a folder. Move this item away"
        case .foreignFiles(let path, let names, let isFixture):
            "\(path.visible) "
                + (isFixture
                    ? "contains files that don't belong to the fixture" : "contains no fixture, but other files")
                + ": \(Self.listing(names)). Permafrost doesn't delete them, so nothing was frozen. Move these files "
                + "out of the folder, then freeze again"
        case .cannotReplaceAtomically(let path):
            "this file system can't replace \(path) in one step. Delete the folder, then freeze again"
        case .file(let error): error.description
        case .store(let path, let reason, _): "the store can't be written to \(path): \(reason)"
        }
    }

    package var errorDescription: String? { description }

    /// Returns the first five names, followed by the number of remaining names, such as `a, b, c, d, e and 2 more`.
    private static func listing(_ names: [String]) -> String {
        let shown = names.prefix(5).map(\.visible).joined(separator: ", ")
        return names.count > 5 ? "\(shown) and \(names.count - 5) more" : shown
    }
}
