import CZlib

/// Functions for raw deflate streams, which have no zlib header. A store's model cache has this format.
package enum RawDeflate {
    /// The error for bytes that can't be inflated.
    package enum Failure: Error, Sendable, Hashable {
        /// The bytes aren't a complete deflate stream.
        case damaged
        /// The inflated size exceeds the limit.
        case tooLarge
    }

    /// Returns a deflate stream that contains the bytes uncompressed, in stored blocks (RFC 1951, section 3.2.4).
    ///
    /// A store must have the same bytes on every machine, but compressed bytes differ between versions of zlib and its
    /// replacements.
    package static func storing(_ bytes: [UInt8]) -> [UInt8] {
        let blockLimit = 0xFFFF
        var stream: [UInt8] = []
        stream.reserveCapacity(bytes.count + 5 * (bytes.count / blockLimit + 1))
        var start = 0
        repeat {
            let end = min(start + blockLimit, bytes.count)
            let length = UInt16(end - start)
            stream.append(end == bytes.count ? 1 : 0)
            stream += [UInt8(length & 0xFF), UInt8(length >> 8), UInt8(~length & 0xFF), UInt8(~length >> 8)]
            stream += bytes[start..<end]
            start = end
        } while start < bytes.count
        return stream
    }

    /// Inflates a stream. Throws ``Failure/tooLarge`` as soon as the result exceeds `limit` bytes, and
    /// ``Failure/damaged`` if the stream is damaged or incomplete.
    package static func inflate(_ bytes: [UInt8], limit: Int) throws(Failure) -> [UInt8] {
        var stream = z_stream()
        let rawWindow = -MAX_WBITS
        guard inflateInit2_(&stream, rawWindow, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw .damaged
        }
        defer { inflateEnd(&stream) }
        var input = bytes
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        var status = Z_OK
        input.withUnsafeMutableBufferPointer { inputBuffer in
            stream.next_in = inputBuffer.baseAddress
            stream.avail_in = UInt32(clamping: inputBuffer.count)
            while status == Z_OK, result.count <= limit {
                let size = chunk.count
                let written = chunk.withUnsafeMutableBufferPointer { output -> Int in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(size)
                    status = CZlib.inflate(&stream, Z_NO_FLUSH)
                    return size - Int(stream.avail_out)
                }
                result += chunk[..<written]
            }
        }
        guard result.count <= limit else { throw .tooLarge }
        guard status == Z_STREAM_END else { throw .damaged }
        return result
    }
}
