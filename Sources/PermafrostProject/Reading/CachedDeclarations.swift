import Foundation
import PermafrostModel
import PermafrostSource

/// The format of cached declarations: the archive, and the digests that show whether the sources changed. The cache
/// guarantees the integrity of the bytes.
struct CachedDeclarations {
    private static let magic = Array("PFCACHE4".utf8)
    private static let prefixLength = 8 + 32 + 32

    /// The digest of every file's path, size, times and inode number; zeros if a file changed too recently to rely on
    /// its times.
    let stamp: [UInt8]
    /// The digest of every file's path and contents.
    let content: [UInt8]
    let archive: Data

    init(stamp: [UInt8], content: [UInt8], archive: Data) {
        self.stamp = stamp
        self.content = content
        self.archive = archive
    }

    init?(_ bytes: Data) {
        guard bytes.count > Self.prefixLength, bytes.prefix(8).elementsEqual(Self.magic) else { return nil }
        let start = bytes.startIndex
        stamp = Array(bytes[(start + 8)..<(start + 40)])
        content = Array(bytes[(start + 40)..<(start + 72)])
        archive = bytes[(start + Self.prefixLength)...]
    }

    var bytes: Data { Data(Self.magic + stamp + content) + archive }
}

extension SourceFileList {
    /// The digest of every file's path, size, times and inode number. If it is equal, the project is unchanged.
    var stamp: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(files.count * 96)
        for file in files {
            bytes.append(contentsOf: file.path.utf8)
            bytes.append(0)
            for value in [file.size, file.modified, file.changed, Int64(bitPattern: file.number)] {
                withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
            }
        }
        return Digest.sha256(bytes)
    }

    /// Returns the digest of every file's path and contents. If a file can't be read, only its path is included.
    func content(in directory: String) -> [UInt8] {
        let parts = files.parallelMap { file -> [UInt8] in
            let data = FileManager.default.contents(atPath: directory + "/" + file.path) ?? Data()
            return Array(file.path.utf8) + [0] + data.withUnsafeBytes { Digest.sha256($0) }
        }
        return Digest.sha256(Array(parts.joined()))
    }

    /// Returns whether all files last changed long enough before a time. If a file changed too recently, a later change
    /// could have the same time stamp.
    func isSettled(at time: Date) -> Bool {
        // Time stamps have a resolution of up to 10 ms, and of 2 s in some file systems.
        let limit = Int64((time.timeIntervalSince1970 - 2) * 1_000_000_000)
        return files.allSatisfy { $0.modified < limit && $0.changed < limit }
    }
}
