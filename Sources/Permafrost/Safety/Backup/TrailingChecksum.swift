import Dispatch
import Foundation
import PermafrostModel

/// The checksum of a file that is being written: a thread of its own reads it back behind the writer, so that little is left
/// to be read once the file is whole and synced.
///
/// It is sound to send since its state is touched on its queue alone.
final class TrailingChecksum: @unchecked Sendable {
    private let path: String
    private let queue = DispatchQueue(label: "permafrost.checksum")
    private var handle: FileHandle?
    private let digest = DigestStream()
    private var count = 0
    private var failure: (any Error)?

    private static let blockSize = 1 << 20

    /// The checksum of a file that need not be there yet.
    init(path: String) {
        self.path = path
    }

    /// Lets the bytes up to an offset be read, which are written and stay as they are.
    func advance(to end: Int) {
        queue.async { self.read(to: end) }
    }

    /// The number of bytes in the file, which is whole by now, and their SHA-256. Nothing may follow.
    ///
    /// - Throws: Foundation's error if the file could not be read.
    func finish() throws -> (bytes: Int64, hash: [UInt8]) {
        try queue.sync {
            read(to: .max)
            if let failure { throw failure }
            return (Int64(count), digest.finish())
        }
    }

    private func read(to end: Int) {
        guard failure == nil else { return }
        do {
            let handle = try self.handle ?? FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            self.handle = handle
            while count < end {
                guard let bytes = try handle.read(upToCount: min(Self.blockSize, end - count)), !bytes.isEmpty else {
                    return
                }
                bytes.withUnsafeBytes { digest.update($0) }
                count += bytes.count
            }
        } catch {
            failure = error
        }
    }
}
