import Foundation
import PermafrostModel
import PermafrostProject

/// A prompt that asks whether removed properties were renamed. If the user can't answer, `new-version` doesn't ask, and
/// prints hints about `--renamed` and `--not-renamed`.
struct RenamePrompt {
    let questions: [RenameQuestion]

    /// Returns whether the user can answer questions. This requires a terminal and the text format.
    static func isPossible(_ context: CommandContext) -> Bool { context.isForPeople && context.output.canAsk }

    /// Asks whether each removed property was renamed, and returns the options with the answers added. If the user
    /// presses Return or the input ends, nothing is added for that property.
    ///
    /// - Parameters:
    ///   - options: the options to add the answers to.
    ///   - note: prints a line.
    ///   - answer: reads a line; nil at the end of the input.
    func answered(
        _ options: NextVersionOptions, note: (String) -> Void, answer: () -> String? = { readLine() }
    ) -> NextVersionOptions {
        var options = options
        for question in questions {
            guard let entity = question.entity else { continue }
            let (oldName, names) = ("\(entity).\(question.oldName)", question.candidates)
            note(
                "\(oldName) was removed, and \(names.joined(separator: " or ")) of the same type was added. Was it renamed?"
            )
            repeat {
                note("Enter the new name or \"no\", or press Return to decide later:")
                guard let line = answer()?.trimmingCharacters(in: .whitespaces), !line.isEmpty else { break }
                if names.contains(line) {
                    options.renamed[oldName] = line
                } else if ["no", "n"].contains(line.lowercased()) {
                    options.notRenamed.insert(oldName)
                } else if names.count == 1, ["yes", "y"].contains(line.lowercased()) {
                    options.renamed[oldName] = names[0]
                } else {
                    continue
                }
                break
            } while true
        }
        return options
    }
}
