import Foundation
import PermafrostCLI

/// `permafrost`, as it is built in a clone and installed.
@main enum Main {
    static func main() {
        exit(CommandLineRun.exitCode())
    }
}
