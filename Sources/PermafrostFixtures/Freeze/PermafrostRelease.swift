/// This release of Permafrost.
package enum PermafrostRelease {
    /// Its version, which fixtures and the command line name.
    package static let version = "0.1.0"
}
