import Foundation

/// A cell of an attribute with external storage: the value itself, or the name of the file that holds it. [A]
///
/// The first byte tells where the value is: 1, the bytes follow; 2, the file's name follows, ended by NUL.
public enum ExternalValue: Sendable, Hashable {
    /// The value is in the cell.
    case inline([UInt8])
    /// The value is the file of that name, a UUID, in the store's ``folder(ofStore:)``.
    case file(String)
    /// The cell is neither: of another form, or with a name that could lead out of the folder.
    case unreadable

    /// Reads a cell that is not NULL.
    public init(cell: [UInt8]) {
        switch cell.first {
        case 1: self = .inline(Array(cell.dropFirst()))
        case 2:
            let name = cell.dropFirst().prefix { $0 != 0 }
            let text = String(decoding: name, as: UTF8.self)
            // Nothing follows the NUL, and the name leads to no other folder.
            self = cell.count > name.count + 2 || UUID(uuidString: text) == nil ? .unreadable : .file(text)
        case nil: self = .inline([])
        default: self = .unreadable
        }
    }

    /// The folder with the large values of the store at a path: `.NAME_SUPPORT/_EXTERNAL_DATA` beside it.
    public static func folder(ofStore path: String) -> String {
        let url = URL(fileURLWithPath: path)
        let name = url.deletingPathExtension().lastPathComponent
        return url.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA").path
    }
}
