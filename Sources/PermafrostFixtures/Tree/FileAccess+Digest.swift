import PermafrostFiles
import PermafrostModel

extension FileAccess {
    /// The size in bytes and the SHA-256 of a regular file. It may be larger than memory.
    package static func digest(_ path: String) throws -> (bytes: Int64, hash: [UInt8]) {
        let stream = DigestStream()
        var size: Int64 = 0
        try forEachChunk(of: path) { chunk in
            stream.update(chunk)
            size += Int64(chunk.count)
        }
        return (size, stream.finish())
    }
}
