/// What git can be asked for.
enum GitAdvice {
    /// Brings what a shallow clone lacks.
    static let unshallow = "git fetch --unshallow --tags"
}
