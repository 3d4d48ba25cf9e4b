import Foundation
import PermafrostCLI

/// `permafrost`, as the plugins run it.
@main enum Main {
    static func main() {
        exit(CommandLineRun.exitCode())
    }
}
