import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// The reason why a file couldn't be written, followed by advice for some errors.
struct WriteFailure: CustomStringConvertible {
    let description: String

    init(_ error: any Error) {
        let code = Self.code(error)
        let reason = code.map { String(cString: strerror($0)) } ?? error.localizedDescription
        description = reason + (code.flatMap(Self.advice).map { ". " + $0 } ?? "")
    }

    /// Returns advice about a system error; nil if the system's message is sufficient.
    static func advice(_ code: Int32) -> String? {
        switch code {
        case EPIPE:
            "The program that reads the results ended too early. Let this program read all results, or write the "
                + "results to a file"
        case ENOSPC, EDQUOT: "Free some space there, or write elsewhere"
        case EFBIG: "Raise the file size limit (ulimit -f)"
        default: nil
        }
    }

    /// Returns the system error code of an error or of its underlying error; nil if there is none.
    private static func code(_ error: any Error) -> Int32? {
        if let error = error as? FileError { return error.code }
        let error = error as NSError
        if error.domain == NSPOSIXErrorDomain { return Int32(clamping: error.code) }
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error).flatMap(code)
    }
}
