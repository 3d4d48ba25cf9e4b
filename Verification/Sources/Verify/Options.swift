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
            throw UsageError("unknown probe \(unknown): --list prints all probes")
        }
        probes = probes.filter { names.contains($0.name) }
    }

    static let help = """
        Tests Permafrost's assumptions about SwiftData: creates stores, migrates them, and compares the results with \
        Permafrost's predictions. Each probe runs in its own process, in a temporary folder, without the network.

        usage: verify [OPTIONS]

          --only NAME         run only this probe (repeatable)
          --list              print each probe's name, title, and rule
          --output DIR        folder for verification.json and verification.txt (default: VerificationResults)
          --predictions FILE  read the predictions from this file (default: this package's Predictions.json)
          --predict FILE      compute the predictions and write them to this file (only on Linux)
          --tool PATH         permafrost executable that reads the stores (default: the one next to this tool)
          -h, --help          show this help

        Exit codes: 0 if no probe differs, 1 if a probe differs, 2 if the kit couldn't run.
        """

    /// Returns the text after the table. On Linux, it says what the result doesn't prove. On a Mac, it asks the user to
    /// send the result.
    static func advice(for report: Report, in folder: URL) -> String {
        #if os(Linux)
            return """

                On Linux, this run tests only the kit, not Apple's framework: SwiftData for Linux, which is part of this
                project, created the stores. To test Apple's framework, run the kit on a Mac.
                """
        #else
            return """

                The results are in \(folder.appendingPathComponent(Report.jsonName).path)
                Please send this file to Permafrost's maintainers, even if every probe is as predicted: attach it to a
                new issue in the repository. The file contains the probes' results and the versions of your system and
                of Core Data, but not your name or any path. Verification/README.md explains what a maintainer does
                with the results.
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
