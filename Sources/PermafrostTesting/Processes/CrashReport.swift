#if os(Linux) || os(macOS)
    import Foundation

    /// The reason that a process crashed, from its output: the line with the fatal error, or the failure and the place
    /// in the source that Swift's backtrace shows.
    struct CrashReport {
        /// The lines to show, without registers and addresses.
        let lines: [String]

        /// Reads the output of a process that ended without a result. If it doesn't contain a reason, the lines are the
        /// last ones, or none for a process that a signal ended, because its last output is older than the trap.
        init(output: String, wasSignalled: Bool = false) {
            let all = output.split(whereSeparator: \.isNewline).map { String($0).trimmingCharacters(in: .whitespaces) }
            let fatal = all.filter { $0.contains("Fatal error: ") || $0.hasPrefix("Could not cast value of type") }
            let failure = all.compactMap { line in
                line.firstMatch(of: /^\*\*\* Swift runtime failure: (?<reason>.+) \*\*\*$/).map {
                    "Fatal error: \($0.reason)"
                }
            }
            // The first place in a source file with a known path. The standard library has none.
            let place = all.compactMap { line in
                line.firstMatch(of: /\ in .+ at (?<place>\/.+\.swift:[0-9]+(:[0-9]+)?)$/).map { String($0.place) }
            }.first
            let reason = fatal.isEmpty ? Array(failure.prefix(1)) : Array(fatal.prefix(1))
            lines =
                reason.isEmpty ? Array(all.suffix(wasSignalled ? 0 : 12)) : reason + (place.map { ["at \($0)"] } ?? [])
        }
    }

    extension TestProcess.Ending {
        /// The end of a process that should have written a result: the signal or the status, the position in the
        /// migration, and the reason. Empty positions are left out.
        ///
        /// - Parameters:
        ///   - position: the position of the migration when the process ended, such as `stage 1.0.0 → 2.0.0`; nil if it
        ///     isn't known.
        ///   - indent: the text before each line of the reason.
        func text(at position: String?, indent: String) -> String {
            let end = wasSignalled ? "was ended by signal \(status)" : "ended without a result (status \(status))"
            let place = position.map { " in \($0)" } ?? ""
            guard !lines.isEmpty else {
                return "its process \(end)\(place), without a message. An overflow traps like this"
            }
            return "its process \(end)\(place):" + lines.map { "\n\(indent)\($0)" }.joined()
        }
    }
#endif
