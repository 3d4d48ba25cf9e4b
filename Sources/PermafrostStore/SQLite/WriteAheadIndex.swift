import Foundation

/// The header of a `-shm`, which is SQLite's index of a store's `-wal`. It records the number of frames in the `-wal`,
/// and how many of them the database file contains. It can therefore prove that a copy of a store lacks its `-wal`.
///
/// SQLite writes the index in the byte order of the processor. An index in another byte order isn't recognized.
package struct WriteAheadIndex: Sendable, Hashable {
    /// The number of frames that the `-wal` must have for the store to be complete, or 0 if the database file contains
    /// all rows.
    package let neededFrames: Int

    private static let format: UInt32 = 3_007_000
    /// The offsets of the header's fields in bytes. `isFilled` is a byte that is 1 if the header is filled. `frames` is
    /// the number of frames in the `-wal`, and `copied` is the number of frames that the database file contains.
    private static let offsets = (format: 0, isFilled: 12, frames: 16, copied: 96)
    private static let size = 100

    /// Reads the index in a file without changing the file. Returns nil if there is no file, if the index isn't filled,
    /// or if its format or byte order isn't recognized.
    ///
    /// - Throws: `FileError` if the file can't be read.
    package init?(_ path: String) throws {
        guard try FileKind(of: path) == .regular else { return nil }
        var header: [UInt8] = []
        try FileAccess.forEachChunk(of: path) { chunk in
            if header.isEmpty { header = Array(chunk.prefix(Self.size)) }
        }
        guard header.count == Self.size, header[Self.offsets.isFilled] == 1 else { return nil }
        func word(_ offset: Int) -> UInt32 {
            header.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
        }
        guard word(Self.offsets.format) == Self.format else { return nil }
        let frames = word(Self.offsets.frames)
        neededFrames = frames > word(Self.offsets.copied) ? Int(frames) : 0
    }
}
