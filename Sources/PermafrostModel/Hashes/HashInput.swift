/// The bytes that go into one version hash: strings in UTF-8, integers little-endian, nothing between them.
struct HashInput {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(128) }

    mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
    mutating func append(_ raw: [UInt8]) { bytes.append(contentsOf: raw) }
    mutating func append(byte: UInt8) { bytes.append(byte) }

    mutating func append(_ integer: some FixedWidthInteger) {
        withUnsafeBytes(of: integer.littleEndian) { bytes.append(contentsOf: $0) }
    }

    var hash: [UInt8] { Digest.sha256(bytes) }
}
