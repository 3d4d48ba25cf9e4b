import Foundation
import PermafrostModel

/// The rules by which golden files leave out what is another in each run and on each machine, and nothing else: where the
/// project is, how long something took, and the number that SQLite's release writes into every store.
enum StableText {
    static func output(_ text: String, project: URL) -> String {
        text.replacing(project.path, with: "<project>")
            // How long a rehearsal took.
            .replacing(#/(?m)^  [0-9,.]+ ms; (?=.+ before, )/#, with: "  <time> ms; ")
            .replacing(#/(?m)^  "seconds": [-+0-9.e]+,$/#, with: "  \"seconds\": <time>,")
            // The checksum of a damaged store.
            .replacing(
                #/\.sqlite has SHA-256 [0-9a-f]{12}…, recorded is [0-9a-f]{12}…/#,
                with: ".sqlite has SHA-256 <digest>…, recorded is <digest>…")
    }

    static func errors(_ text: String, project: URL) -> String {
        // What a command is busy with, if it takes more than a second.
        output(text, project: project).replacing(#/(?m)^permafrost: .+…\n/#, with: "")
    }

    /// A store's digest, and the one it would have if the header did not say which release of SQLite wrote it.
    static func digests(ofStore bytes: [UInt8]) -> (actual: String, stable: String) {
        var unmarked = bytes
        let release = 96..<100
        if bytes.count >= release.upperBound { unmarked.replaceSubrange(release, with: [0, 0, 0, 0]) }
        return (Digest.hex(Digest.sha256(bytes)), Digest.hex(Digest.sha256(unmarked)))
    }
}
