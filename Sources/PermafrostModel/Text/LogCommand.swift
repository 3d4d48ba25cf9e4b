/// The commands that a CI service runs if they appear in a job's log.
///
/// GitHub's runner reads `::error::` at the start of a line, and `##[error]` anywhere in it. Other services have
/// commands such as `##vso[task.complete]`.
package enum LogCommand {
    /// Returns text in UTF-8 that contains no start of a command. In `::`, the second colon is escaped. In `##[` and
    /// `##name[`, the second number sign is escaped.
    ///
    /// - Parameter escape: a function that returns the escape for a colon or a number sign.
    package static func escaped(_ text: [UInt8], _ escape: (UInt8) -> String) -> [UInt8] {
        var result: [UInt8] = []
        // The number of bytes that are in the result, escaped or not.
        var count = 0
        var index = 1
        while index < text.count {
            if text[index] == text[index - 1], isSecond(text, index) {
                result += text[count..<index]
                result += escape(text[index]).utf8
                count = index + 1
                // The escaped character isn't the first one of another start.
                index += 1
            }
            index += 1
        }
        return count == 0 ? text : result + text[count...]
    }

    /// Returns whether a byte that follows an equal byte belongs to the start of a command.
    private static func isSecond(_ text: [UInt8], _ index: Int) -> Bool {
        switch text[index] {
        case UInt8(ascii: ":"): true
        case UInt8(ascii: "#"):
            // The name consists of letters, and may be empty.
            text[(index + 1)...].first { !(0x61...0x7A).contains($0 | 0x20) } == UInt8(ascii: "[")
        default: false
        }
    }
}

extension String {
    /// The string as text for a log: ``visible``, and without the start of a command. `::` is written as `:\u{3A}`, and
    /// `##[` as `#\u{23}[`.
    package var withoutCommands: String {
        let text = visible
        let bytes = LogCommand.escaped(Array(text.utf8)) { "\\u{\(String($0, radix: 16, uppercase: true))}" }
        return bytes.count == text.utf8.count ? text : String(decoding: bytes, as: UTF8.self)
    }
}
