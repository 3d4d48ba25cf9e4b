/// A release tag whose sources declare a version.
package struct DeclaringTag: Sendable, Hashable {
    package let tag: String
    /// The path of `settings.json`, relative to the project.
    package let settings: String
    /// The entry of that file with which the tag isn't a release.
    package let exclusion: String
}
