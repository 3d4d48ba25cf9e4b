import Foundation

/// The content of a cell that isn't NULL, for an attribute with external storage: the value, or the name of the
/// value's file. This format isn't verified with a store that Apple's framework wrote.
///
/// If the first byte is 1, the value's bytes follow. If it is 2, the file's name follows, with a terminating NUL.
/// An empty cell contains an empty value.
package enum LargeValueCell: Sendable, Hashable {
    /// The cell contains the value.
    case inline([UInt8])
    /// The value is in the file with the given name, a UUID.
    case file(String)
    /// The cell has another format, or its file name isn't a UUID.
    case unreadable

    /// The first byte of a cell that contains the value.
    package static let inlineMark: UInt8 = 1
    /// The first byte of a cell that contains a file name.
    private static let fileMark: UInt8 = 2

    package init(_ cell: [UInt8]) {
        switch cell.first {
        case Self.inlineMark: self = .inline(Array(cell.dropFirst()))
        case Self.fileMark: self = LargeValueCell.fileName(in: cell).map { .file($0) } ?? .unreadable
        case nil: self = .inline([])
        default: self = .unreadable
        }
    }

    package var bytes: [UInt8] {
        switch self {
        case .inline(let bytes): [Self.inlineMark] + bytes
        case .file(let name): [Self.fileMark] + Array(name.utf8) + [0]
        case .unreadable: []
        }
    }

    /// Returns the file name in a cell. Returns nil if the cell contains the value or has another format, or if the
    /// file name isn't a UUID.
    package static func fileName(in cell: [UInt8]) -> String? {
        guard cell.first == fileMark, cell.count <= 38 else { return nil }
        let name = String(decoding: cell.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
        // Reject bytes after the NUL. Anyone may have written the store, so the name must not refer to a file
        // outside the folder.
        return cell.count <= name.utf8.count + 2 && UUID(uuidString: name) != nil ? name : nil
    }
}
