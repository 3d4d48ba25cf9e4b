/// The entitlements file that a target's build settings specify in one build configuration.
struct EntitlementsSetting: Hashable, Sendable {
    /// The value of the setting.
    enum File: Hashable, Sendable {
        /// The target has no entitlements.
        case none
        /// The file's path relative to the project.
        case path(String)
        /// The target may have an entitlements file whose path can't be determined. The associated value is the reason.
        case unknown(String)
        /// The target's file is outside of the project. The associated value is the reason that it can't be read.
        case outside(String)
    }

    /// The build configuration's name, such as `Debug`.
    var buildConfiguration: String
    var file: File
    /// Whether the build settings enable the sandbox. Nil if a configuration file may enable it.
    var isSandboxed: Bool?

    private static let key = "CODE_SIGN_ENTITLEMENTS"

    /// Returns a target's entitlements files in each of its build configurations. A configuration has several files if
    /// its setting depends on the platform.
    ///
    /// - Parameters:
    ///   - target: the target's object in the project file.
    ///   - name: the target's name, for error messages.
    ///   - project: the project's object.
    ///   - objects: all objects in the project file, keyed by identifier.
    ///   - folder: the value of `SRCROOT`, relative to the project.
    static func settings(
        of target: PropertyList, named name: String, project: PropertyList, _ objects: [String: PropertyList],
        folder: String
    ) -> [EntitlementsSetting] {
        let inherited = Dictionary(
            configurations(of: project, objects).map { ($0["name"]?.text ?? "", $0) }
        ) { first, _ in first }
        return configurations(of: target, objects).flatMap { configuration -> [EntitlementsSetting] in
            let title = configuration["name"]?.text ?? ""
            let levels = [configuration, inherited[title]].compactMap(\.self)
            let settings = levels.map { $0["buildSettings"]?.members ?? [:] }
            // A value may apply to a single platform: CODE_SIGN_ENTITLEMENTS[sdk=macosx*].
            let values = settings.lazy.map { level in
                level.filter { $0.key == key || $0.key.hasPrefix(key + "[") }.sorted { $0.key < $1.key }
                    .compactMap(\.value.text)
            }.first { !$0.isEmpty }
            let sandbox = settings.lazy.compactMap { $0["ENABLE_APP_SANDBOX"]?.text }.first
            let isSandboxed =
                sandbox.map { $0 == "YES" }
                ?? (levels.contains { base(of: $0, objects) != nil } ? nil : false)
            guard let values else {
                let path = levels.lazy.compactMap { base(of: $0, objects) }.first
                let file = path.map { File.unknown("\($0) may specify the entitlements of \(name)") }
                return [
                    EntitlementsSetting(buildConfiguration: title, file: file ?? .none, isSandboxed: isSandboxed)
                ]
            }
            return values.map { value in
                EntitlementsSetting(
                    buildConfiguration: title, file: self.file(value, settings, target: name, folder: folder),
                    isSandboxed: isSandboxed)
            }
        }
    }

    /// Returns the path of a build configuration's file. A file in a synchronized folder has a path instead of an object.
    private static func base(of configuration: PropertyList, _ objects: [String: PropertyList]) -> String? {
        let reference = configuration["baseConfigurationReference"]?.text
        return reference.map { objects[$0]?["path"]?.text ?? objects[$0]?["name"]?.text ?? $0 }
            ?? configuration["baseConfigurationReferenceRelativePath"]?.text
    }

    private static func configurations(
        of object: PropertyList, _ objects: [String: PropertyList]
    ) -> [PropertyList] {
        let list = object["buildConfigurationList"]?.text.flatMap { objects[$0] }
        return (list?["buildConfigurations"]?.texts ?? []).compactMap { objects[$0] }
    }

    private static func file(
        _ value: String, _ settings: [[String: PropertyList]], target: String, folder: String
    ) -> File {
        var text = value
        for _ in 0..<8 {
            guard let start = text.firstRange(of: "$") else { break }
            guard let end = text[start.upperBound...].firstIndex(where: { $0 == ")" || $0 == "}" }) else { break }
            let name = text[start.upperBound..<end].dropFirst()
            let replacement: String? =
                switch name {
                case "SRCROOT", "PROJECT_DIR", "SOURCE_ROOT": "."
                case "TARGET_NAME", "TARGETNAME": target
                default: settings.lazy.compactMap { $0[String(name)]?.text }.first
                }
            guard let replacement, text.utf8.count + replacement.utf8.count < 1024 else { break }
            text.replaceSubrange(start.lowerBound...end, with: replacement)
        }
        guard !text.contains("$") else { return .unknown("the build settings of \(target) specify \(value)") }
        guard !text.isEmpty else { return .none }
        guard let path = RelativePath.joining(folder, text) else {
            return .outside("\(value) is outside of the project")
        }
        return .path(path)
    }
}
