import Foundation
import PermafrostModel
import PermafrostStore

/// A UUID in its standard form, or only the hexadecimal digits if there aren't exactly 16 bytes.
struct UUIDText {
    let text: String

    init(_ bytes: [UInt8]) {
        let hex = Array(Digest.hex(bytes).uppercased())
        guard hex.count == 32 else {
            text = String(hex)
            return
        }
        text = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(hex[$0]) }.joined(separator: "-")
    }
}
