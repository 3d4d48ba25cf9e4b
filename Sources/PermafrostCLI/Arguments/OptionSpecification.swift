/// One option of a command.
struct OptionSpecification: Sendable {
    /// The name with its dashes.
    let name: String
    /// A one-letter form.
    var shortName: String?
    /// What its value is called; nil for a switch.
    var value: String?
    /// What it does, in a line.
    let help: String

    /// Whether it says which project is meant, and how it is read.
    var isOfProject: Bool { !["--format", "--quiet", "--help"].contains(name) }

    /// The options of every command.
    static let common: [OptionSpecification] = [
        OptionSpecification(name: "--project", value: "DIR", help: "the project's folder (default: this one)"),
        OptionSpecification(
            name: "--fixtures", value: "DIR", help: "the fixture tree (default: Fixtures or FreezeRay/Fixtures)"),
        OptionSpecification(name: "--plan", value: "NAME", help: "the group of this migration plan alone"),
        OptionSpecification(name: "--schema", value: "NAME", help: "the group of this schema alone"),
        OptionSpecification(
            name: "--models", value: "A,B", help: "the models of an app without a VersionedSchema"),
        OptionSpecification(
            name: "--model", value: "FILE", help: "a Core Data model of the project: App.xcdatamodeld (may be repeated)"
        ),
        OptionSpecification(
            name: "--target", value: "NAME", help: "the files of this target of an Xcode project or package alone"),
        OptionSpecification(name: "--include-tests", help: "read folders of tests too"),
        OptionSpecification(name: "--no-cache", help: "read every source anew"),
        OptionSpecification(name: "--format", value: "text|json", help: "how results are written (default: text)"),
        OptionSpecification(name: "--quiet", shortName: "-q", help: "results alone, without progress and hints"),
        OptionSpecification(name: "--help", shortName: "-h", help: "show this help"),
    ]
}
