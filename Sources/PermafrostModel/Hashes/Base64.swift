import Foundation

/// Base64 as Core Data writes it into metadata: the standard alphabet, padded.
package enum Base64 {
    /// The bytes in base64.
    package static func encode(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
    }
}
