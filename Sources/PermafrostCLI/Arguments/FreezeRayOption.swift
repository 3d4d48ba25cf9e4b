/// The options of FreezeRay that this tool doesn't need, or has under another name.
///
/// FreezeRay's users may type them out of habit. An option that isn't needed is ignored with a note. An option that
/// would change what is read or written is an error with advice.
enum FreezeRayOption {
    /// The handling of an option.
    enum Handling {
        /// The option is ignored. `hasValue` is whether a value follows it.
        case ignored(hasValue: Bool, note: String)
        /// The option is an error, with advice.
        case replaced(advice: String)
    }

    /// Returns the handling of a FreezeRay option that the command doesn't have; nil for any other option.
    static func handling(of name: String, command: String) -> Handling? {
        switch name {
        case "--simulator":
            .ignored(
                hasValue: true, note: "--simulator isn't needed: schemas are read from source, so no simulator runs")
        case "--skip-dependency":
            .ignored(
                hasValue: false,
                note: "--skip-dependency isn't needed: this command doesn't need a dependency in the project")
        case "--scheme":
            .replaced(
                advice:
                    "It isn't needed, because sources are read without building a scheme. Omit it, or use --target NAME "
                    + "to read only the files of one target")
        case "--package-path":
            .replaced(advice: "Use --project DIR for the project's folder")
        case "--output" where ["scaffold", "generate"].contains(command):
            .replaced(advice: "Use --tests DIR for the folder of the tests, and --fixtures DIR for the fixture tree")
        case "--output":
            .replaced(advice: "Use --fixtures DIR for the fixture tree")
        case "--force" where command == "scaffold":
            .replaced(advice: "Use --replace, which writes again every test file that nobody edited")
        default:
            nil
        }
    }
}
