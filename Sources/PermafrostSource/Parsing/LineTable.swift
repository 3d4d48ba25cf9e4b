import SwiftParserDiagnostics

enum LineTable {
    /// Returns the offset of each line's start. A line ends with `\n`, `\r\n` or `\r`.
    static func starts(in bytes: UnsafeBufferPointer<UInt8>) -> [Int32] {
        var starts: [Int32] = [0]
        starts.reserveCapacity(bytes.count / 32)
        for index in bytes.indices {
            let byte = bytes[index]
            guard byte <= 13 else { continue }
            if byte == 10 || byte == 13 && !(index + 1 < bytes.count && bytes[index + 1] == 10) {
                starts.append(Int32(index + 1))
            }
        }
        return starts
    }
}
