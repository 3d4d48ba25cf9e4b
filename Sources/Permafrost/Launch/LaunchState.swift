/// The transitions between the phases of a launch. Attempts are numbered, so that a late progress report is ignored if
/// its attempt has ended.
struct LaunchState {
    private(set) var phase: MigrationLaunch.Phase = .opening
    private var attempt = 0
    private var isRunning = false

    /// Whether no attempt has begun.
    var isNew: Bool { attempt == 0 }

    /// Begins an attempt and returns its number. Returns nil if an attempt is running, or if the store is open.
    mutating func begin() -> Int? {
        if case .ready = phase { return nil }
        guard !isRunning else { return nil }
        isRunning = true
        attempt += 1
        phase = .opening
        return attempt
    }

    /// Records the progress of an attempt, unless the attempt has ended.
    mutating func report(_ progress: MigrationProgress, of attempt: Int) {
        guard isCurrent(attempt), progress.phase != .finished else { return }
        phase = .migrating(progress)
    }

    /// Records that an attempt waits because its store is protected.
    mutating func wait(_ attempt: Int) {
        guard isCurrent(attempt) else { return }
        phase = .waitingForProtectedData
    }

    /// Ends an attempt, and sets the phase to `last`.
    mutating func end(_ last: MigrationLaunch.Phase, of attempt: Int) {
        guard isCurrent(attempt) else { return }
        isRunning = false
        phase = last
    }

    private func isCurrent(_ attempt: Int) -> Bool { isRunning && attempt == self.attempt }
}
