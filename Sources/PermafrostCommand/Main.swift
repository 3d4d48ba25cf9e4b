import Foundation
import PermafrostCLI

/// The entry point of the `permafrost` command. Plugins run a different executable.
@main enum Main {
    static func main() {
        exit(CommandLineRun.exitCode())
    }
}
