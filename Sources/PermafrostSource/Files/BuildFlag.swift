/// A place in a manifest or an Xcode project that sets compilation flags.
struct BuildFlag: Sendable, Hashable {
    /// The flags that are set there, without `-D`.
    let names: Set<String>
    /// The setting as written, with the configuration of an Xcode target, such as `.define("BETA")`.
    let text: String

    /// Creates the value of a setting such as `DEBUG $(inherited)`.
    init(setting: String, text: String) {
        names = Set(
            setting.split { " \t\n\"".contains($0) }.map { word in
                String((word.hasPrefix("-D") ? word.dropFirst(2) : word).prefix { $0 != "=" })
            })
        self.text = text
    }
}
