import Foundation
import PermafrostCLI

/// The entry point of the `permafrost` tool that plugins run.
@main enum Main {
    static func main() {
        exit(CommandLineRun.exitCode())
    }
}
