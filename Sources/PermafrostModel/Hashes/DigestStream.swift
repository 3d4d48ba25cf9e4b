#if canImport(CryptoKit)
    import CryptoKit
#else
    import COpenSSL
#endif

/// A SHA-256 hash of bytes that arrive in pieces.
package final class DigestStream {
    #if canImport(CryptoKit)
        private var hasher = SHA256()

        package init() {}

        /// Adds the next bytes.
        package func update(_ bytes: UnsafeRawBufferPointer) {
            hasher.update(bufferPointer: bytes)
        }

        /// Returns the hash of all bytes: 32 bytes. No more bytes may be added.
        package func finish() -> [UInt8] { Array(hasher.finalize()) }
    #else
        private let context = EVP_MD_CTX_new()

        package init() {
            EVP_DigestInit_ex(context, EVP_sha256(), nil)
        }

        deinit {
            EVP_MD_CTX_free(context)
        }

        /// Adds the next bytes.
        package func update(_ bytes: UnsafeRawBufferPointer) {
            EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        }

        /// Returns the hash of all bytes: 32 bytes. No more bytes may be added.
        package func finish() -> [UInt8] {
            [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
                // Only an OpenSSL built without SHA-2 can fail. Zeros match no hash.
                if EVP_DigestFinal_ex(context, buffer.baseAddress, nil) != 1 { buffer.initialize(repeating: 0) }
                count = 32
            }
        }
    #endif
}
