import PermafrostModel

/// An error that ended a command, as JSON: a script that asked for JSON gets some in every case.
struct ErrorJSON {
    let json: CanonicalJSON

    init(_ error: any Error, command: String) {
        json = .object([
            ("command", .string(command)), ("error", .string(ErrorWording(error).text)),
            ("exitCode", .integer(Int64(ExitCode.failed.rawValue))), ("formatVersion", .integer(1)),
        ])
    }
}
