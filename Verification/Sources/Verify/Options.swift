import Foundation

/// The command line of the kit.
struct Options {
    enum Action {
        case verify, list, help
        case predict(URL)
    }

    var action = Action.verify
    var probes = Probes.all
    var output = URL(fileURLWithPath: "VerificationResults")
    var predictions = Predictions.file
    /// The path of `permafrost`; nil for the tool next to this executable.
    var tool: String?

    init(_ arguments: [String]) throws {
        var arguments = arguments[...]
        var names: [String] = []
        while let argument = arguments.popFirst() {
            func value() throws -> String {
                guard let value = arguments.popFirst(), !value.hasPrefix("--") else {
                    throw UsageError("\(argument) needs a value")
                }
                return value
            }
            switch argument {
            case "--help", "-h": action = .help
            case "--list": action = .list
            case "--only": names.append(try value())
            case "--output": output = URL(fileURLWithPath: try value())
            case "--predictions": predictions = URL(fileURLWithPath: try value())
            case "--predict": action = .predict(URL(fileURLWithPath: try value()))
            case "--tool": tool = try value()
            default: throw UsageError("unknown option \(argument)")
            }
        }
        guard !names.isEmpty else { return }
        if let unknown = names.first(where: { name in !probes.contains { $0.name == name } }) {
            throw UsageError("no probe is called \(unknown); --list names them all")
        }
        probes = probes.filter { names.contains($0.name) }
    }

    static let help = """
        Asks SwiftData what Permafrost assumes of it: makes stores, migrates them, and compares what is found with what \
        Permafrost predicts. Each probe runs in a process of its own, in a temporary folder, without the network.

        usage: verify [OPTIONS]

          --only NAME         this probe alone (may be repeated)
          --list              name the probes, and the rule that each rests on
          --output DIR        where verification.json and verification.txt go (default: VerificationResults)
          --predictions FILE  what is predicted (default: Predictions.json of this package)
          --predict FILE      compute the predictions anew, on Linux
          --tool PATH         the permafrost that reads the stores (default: the one built beside this tool)
          -h, --help          show this help

        Exit codes: 0 all as predicted, 1 something differs, 2 could not run.
        """

    /// Returns the text after the table. On Linux, it says what the result doesn't prove. On a Mac, it asks the user to
    /// send the result.
    static func advice(for report: Report, in folder: URL) -> String {
        #if os(Linux)
            return """

                On Linux this proves the kit, not Apple's framework: the stores were made by SwiftData for Linux, which is part
                of this project. Run it on a Mac to learn what Apple's framework does.
                """
        #else
            return """

                The result is in \(folder.appendingPathComponent(Report.jsonName).path)
                Please send that file to Permafrost's maintainers, whatever it says: attach it to a new issue of the repository.
                It holds no path, no name of yours, and nothing but what the probes found. Verification/README.md says what
                becomes of each answer.
                """
        #endif
    }
}

/// The error for an invalid command line.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ problem: String) {
        description = "\(problem). See verify --help."
    }
}
