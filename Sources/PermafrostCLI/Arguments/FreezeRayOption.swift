/// The options of FreezeRay that Permafrost doesn't need, or replaces with other options.
///
/// Users who switch from FreezeRay may type these options out of habit. An option that isn't needed is ignored with a
/// note. An option that affects the files to read or write is an error with advice.
enum FreezeRayOption {
    /// The way a FreezeRay option is handled.
    enum Handling {
        /// The option is ignored, and the note is printed. If `hasValue` is true, the option's value is also ignored.
        case ignored(hasValue: Bool, note: String)
        /// The option is an error, with advice.
        case replaced(advice: String)
    }

    /// Returns the way to handle an option that the command doesn't have; nil if the option isn't from FreezeRay.
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
                    "Permafrost reads sources without building a scheme. Omit the option, or use --target NAME to "
                    + "read only the files of one target")
        case "--package-path":
            .replaced(advice: "Use --project DIR for the project's folder")
        case "--output" where ["scaffold", "generate"].contains(command):
            .replaced(advice: "Use --tests DIR for the folder of the tests, and --fixtures DIR for the fixture tree")
        case "--output":
            .replaced(advice: "Use --fixtures DIR for the fixture tree")
        case "--force" where command == "scaffold":
            .replaced(advice: "Use --replace, which overwrites every test file that nobody edited")
        default:
            nil
        }
    }
}
