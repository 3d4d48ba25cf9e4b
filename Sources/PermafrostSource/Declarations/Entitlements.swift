/// The entitlements that affect stores, for the targets that run a file's code.
///
/// A file can belong to several targets, and a target can have different entitlements in each build configuration.
package struct Entitlements: Sendable, Hashable, Codable {
    /// The entitlements that a target is signed with in some of its build configurations.
    package struct Signing: Sendable, Hashable, Codable {
        /// The target's name. Nil if no target's build settings are known, so that the entitlements file may belong to
        /// any target.
        package var target: String?
        /// The build configurations, such as `Debug`. Empty if all of them are signed in the same way, or if they
        /// aren't known.
        package var buildConfigurations: [String]
        /// The path of the entitlements file. Nil if the target has none, or if the build settings don't determine it.
        package var file: String?
        /// Whether the entitlements include the CloudKit service. False if their list of CloudKit containers is empty.
        package var hasCloudKit: Bool
        /// The identifiers of the app groups, as written.
        package var appGroups: [String]
        /// Whether a Mac app runs in the sandbox. Nil if it isn't known.
        package var isSandboxed: Bool?
        /// The reason that the entitlements aren't known, or nil if they are known.
        package var problem: String?
        /// False if the entitlements aren't known, but are in one of the project's files and none of these has CloudKit.
        package var mayHaveCloudKit = true

        package init(
            target: String? = nil, buildConfigurations: [String] = [], file: String? = nil, hasCloudKit: Bool = false,
            appGroups: [String] = [], isSandboxed: Bool? = nil, problem: String? = nil
        ) {
            self.target = target
            self.buildConfigurations = buildConfigurations
            self.file = file
            self.hasCloudKit = hasCloudKit
            self.appGroups = appGroups
            self.isSandboxed = isSandboxed
            self.problem = problem
        }

        /// Whether only debug builds have these entitlements.
        package var isForDebugging: Bool {
            !buildConfigurations.isEmpty && buildConfigurations.allSatisfy { $0.lowercased().contains("debug") }
        }
    }

    /// The entitlements of each target that runs the code. If no target's build settings are known, contains one
    /// element for each entitlements file in the project's folder.
    package var signings: [Signing]

    package init(_ signings: [Signing] = []) {
        self.signings = signings
    }

    /// Whether a target has CloudKit in at least one build configuration.
    package var hasCloudKit: Bool { signings.contains(where: \.hasCloudKit) }

    /// The signings whose entitlements aren't known.
    package var unknown: [Signing] { signings.filter { $0.problem != nil } }

    /// The reason that it isn't known whether a target has CloudKit, or nil if that is known.
    package var unknownCloudKit: String? { unknown.first(where: \.mayHaveCloudKit)?.problem }
}
