import Foundation
import PermafrostCLI

/// The entry point of the `permafrost` command that is built in a clone and installed.
@main enum Main {
    static func main() {
        exit(CommandLineRun.exitCode())
    }
}
