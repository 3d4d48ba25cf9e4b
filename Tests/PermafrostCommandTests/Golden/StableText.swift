import Foundation
import PermafrostModel

/// Rules that replace text that differs in each run or on each machine: the project's path, durations, and the number
/// that a release of SQLite writes into every store.
enum StableText {
    static func output(_ text: String, project: URL) -> String {
        text.replacing(project.path, with: "<project>")
            // The duration of a rehearsal.
            .replacing(#/(?m)^  [0-9,.]+ ms; (?=.+ before, )/#, with: "  <time> ms; ")
            .replacing(#/(?m)^  "seconds": [-+0-9.e]+,$/#, with: "  \"seconds\": <time>,")
            // The checksum of a damaged store.
            .replacing(
                #/\.sqlite has SHA-256 [0-9a-f]{12}…, recorded is [0-9a-f]{12}…/#,
                with: ".sqlite has SHA-256 <digest>…, recorded is <digest>…")
    }

    static func errors(_ text: String, project: URL) -> String {
        // The progress of a command that takes more than a second.
        output(text, project: project).replacing(#/(?m)^permafrost: .+…\n/#, with: "")
    }

    /// Returns a store's digest, and its digest without the header's number for the release of SQLite that wrote it.
    static func digests(ofStore bytes: [UInt8]) -> (actual: String, stable: String) {
        var unmarked = bytes
        let release = 96..<100
        if bytes.count >= release.upperBound { unmarked.replaceSubrange(release, with: [0, 0, 0, 0]) }
        return (Digest.hex(Digest.sha256(bytes)), Digest.hex(Digest.sha256(unmarked)))
    }
}
