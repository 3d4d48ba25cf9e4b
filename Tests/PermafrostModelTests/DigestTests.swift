import PermafrostModel
import Testing

/// Hashes of a repeated text, compared with those of `sha1sum`, `sha256sum` and `sha512sum`.
@Suite struct DigestTests {
    @Test(arguments: [
        (
            "", 1,
            "da39a3ee5e6b4b0d3255bfef95601890afd80709",
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
            """
            cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce\
            47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e
            """
        ),
        (
            "abc", 1,
            "a9993e364706816aba3e25717850c26c9cd0d89d",
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
            """
            ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
            2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
            """
        ),
        (
            "a", 1000,
            "291e9a6c66994949b57ba5e650361e98fc36b1ba",
            "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3",
            """
            67ba5535a46e3f86dbfbed8cbbaf0125c76ed549ff8b0b9e03e0c88cf90fa634\
            fa7b12b47d77b694de488ace8d9a65967dc96df599727d3292a8d9d447709c97
            """
        ),
    ])
    func hashes(text: String, count: Int, sha1: String, sha256: String, sha512: String) {
        let bytes = Array(String(repeating: text, count: count).utf8)
        #expect(Digest.hex(Digest.sha1([bytes])) == sha1)
        #expect(Digest.hex(Digest.sha1(bytes.map { [$0] })) == sha1)
        #expect(Digest.hex(Digest.sha256(bytes)) == sha256)
        #expect(Digest.hex(Digest.sha512(bytes)) == sha512)
        let stream = DigestStream()
        for start in stride(from: 0, to: bytes.count, by: 7) {
            bytes[start..<min(start + 7, bytes.count)].withUnsafeBytes { stream.update($0) }
        }
        #expect(Digest.hex(stream.finish()) == sha256)
    }
}

/// HMAC-SHA256, tested with the vectors of RFC 4231.
@Suite struct MessageCodeTests {
    @Test(arguments: [
        (
            [UInt8](repeating: 0x0b, count: 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func vector(key: [UInt8], text: String, code: String) {
        #expect(Digest.hex(Digest.hmac256(Array(text.utf8), key: key)) == code)
    }
}
