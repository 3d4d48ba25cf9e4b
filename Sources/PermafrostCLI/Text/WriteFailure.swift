import Foundation
import PermafrostStore

/// The reason why something can't be written, and what to do about it.
struct WriteFailure: CustomStringConvertible {
    let description: String

    init(_ error: any Error) {
        let code = Self.code(error)
        let reason = code.map { String(cString: strerror($0)) } ?? error.localizedDescription
        description = reason + (code.flatMap(Self.advice).map { ". " + $0 } ?? "")
    }

    /// What to do about an error of the system; nil if its text says enough.
    static func advice(_ code: Int32) -> String? {
        switch code {
        case EPIPE: "The program that reads them has ended; let it read to the end, or write them to a file"
        case ENOSPC, EDQUOT: "Free some space there, or write elsewhere"
        case EFBIG: "Raise the largest size of a file (ulimit -f)"
        default: nil
        }
    }

    /// The system's number in an error of Foundation's.
    private static func code(_ error: any Error) -> Int32? {
        if let error = error as? FileError { return error.code }
        let error = error as NSError
        if error.domain == NSPOSIXErrorDomain { return Int32(clamping: error.code) }
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error).flatMap(code)
    }
}
