import PermafrostFixtures
import PermafrostModel
import PermafrostProject
import PermafrostSource

/// The report of `adopt`. It lists the schemas that shipped, and the files and fixtures that the command wrote. After a
/// dry run, it lists the files and fixtures that the command would write.
struct AdoptReport: Report {
    let command = "adopt"
    let adoption: Adoption
    /// The lines of the diff that a dry run prints; empty after any other run.
    let diff: [String]
    let isWritten: Bool
    /// The names of the versions that the command froze; empty after a dry run.
    let frozen: [String]
    /// The versions that couldn't be frozen, and the reasons.
    var failures: [FailedVersion] = []

    var exitCode: ExitCode {
        if !adoption.history.unreadTags.isEmpty || !failures.isEmpty { return .failed }
        let isIncomplete = !adoption.undeclared.isEmpty || findings.contains { $0.severity == .error }
        return isIncomplete ? .findings : .success
    }

    /// The findings about sources that can't be read, and about the drafted plan and its versions. If the app already
    /// declares versions, they also include the other findings about its history, such as a schema that isn't declared.
    var findings: [Finding] {
        let isDeclared = adoption.omission == .declared
        return adoption.history.findings.filter { isDeclared || $0.isAboutSources } + adoption.findings
    }

    // MARK: Text

    func page(_ context: ReportContext) -> [String] {
        var lines = table(context.style)
        lines += [""] + files(context)
        lines += summary(context)
        for finding in findings {
            lines += ["", FindingLine(finding, style: context.style).text]
            lines += FindingsText.details(of: finding)
        }
        return lines
    }

    private func table(_ style: Style) -> [String] {
        let heads = ["schema", "tags", "to the next", "to current"]
        let rows = adoption.shapes.all.map { shape in
            [
                shape.shipped.version, Self.tags(shape), AdoptionMessage.text(shape.toNext),
                shape.isToday ? "– (current)" : AdoptionMessage.text(shape.toToday),
            ]
        }
        let lines = Table(heads: heads, rows: rows).lines()
        return lines.prefix(1).map(style.bold) + lines.dropFirst()
    }

    private static func tags(_ shape: ShippedShapes.Shape) -> String {
        guard !shape.shipped.tags.isEmpty else { return "not tagged" }
        return "\(Adoption.releases(shape.shipped.tags)) (\(shape.shipped.tags.count))"
    }

    private func files(_ context: ReportContext) -> [String] {
        var lines: [String] = []
        if isWritten {
            for file in adoption.draft?.files ?? [] {
                lines.append(
                    "\(file.isNew ? "wrote   " : "edited  ") \(context.relative(file.path))\(Self.text(file.changes))")
            }
            if !frozen.isEmpty { lines.append("froze    \(frozen.joined(separator: ", "))") }
            for version in adoption.unfrozen?.unshipped ?? [] {
                lines.append(
                    "skipped  \(version.name), because no tag declares it. When it ships, run "
                        + FreezeCommandLine().text(version.name))
            }
        } else {
            lines += diff
            lines += (adoption.unfrozen?.shipped ?? []).map { version in
                "freezes  \(version.name)\(version.tag.map { " from \($0)" } ?? "")"
            }
        }
        if let plan = adoption.plan, adoption.draft != nil {
            lines.append(
                "verified every version of \(plan) has the hashes that shipped, and the last version matches the "
                    + "sources")
        }
        return lines
    }

    private static func text(_ changes: [DraftChange]) -> String {
        let words = changes.map { change in
            switch change {
            case .frozen(let classes):
                "\(classes.count == 1 ? "1 class" : "\(classes.count) classes") as shipped: \(classes.joined(separator: ", "))"
            case .version(let classes): "lists \(classes.joined(separator: ", "))"
            case .references: "opens the store with the plan"
            case .notRenamed(let part): "explains the shipped migration of \(part)"
            case .plan, .newPlan, .restored, .pinned, .renamed, .hashModifier, .frozenValues:
                "the plan"
            }
        }
        return "   " + words.joined(separator: "; ")
    }

    private func summary(_ context: ReportContext) -> [String] {
        let shipped = Counted("schema", adoption.shapes.all.count { !$0.shipped.tags.isEmpty })
        switch adoption.omission {
        case .declared:
            guard !adoption.undeclared.isEmpty else { return ["\(shipped) shipped, all declared."] }
            let lines = ["\(shipped) shipped, but no version declares \(adoption.undeclared.count) of them."]
            return adoption.isModelFile
                ? lines + ["adopt freezes a Core Data model's versions. It doesn't add versions to the model."] : lines
        case .tooMany(let limit):
            let since =
                adoption.shapes.all.filter { !$0.shipped.tags.isEmpty }.suffix(limit).first?.shipped.tags.last ?? ""
            return [
                "\(shipped) shipped, more than the limit of \(limit), so none was declared. To declare all, add "
                    + "--max \(adoption.shapes.all.count). To declare the newest \(limit), add --since \(since): "
                    + "older stores are then rejected with \(CoreDataFailure.unknownModelVersion.code) instead of "
                    + "being migrated by inference."
            ]
        case .unreadable(let tags):
            return [
                "Some sources at \(Adoption.releases(tags)) can't be read, so a schema may be missing and none was declared. "
                    + "Start with a later tag: --since TAG."
            ]
        case nil: break
        }
        var lines: [String] = []
        if !adoption.undeclared.isEmpty {
            let tags = adoption.undeclared.flatMap(\.shipped.tags)
            let count = adoption.undeclared.count
            let isUnstaged = adoption.outcome?.groups.contains { $0.staging == .noStages } == true
            lines.append(
                "\(Counted("schema", count)) from \(Adoption.releases(tags)) \(count == 1 ? "isn't" : "aren't") "
                    + "declared. "
                    + (isUnstaged
                        ? "A store of such a schema \(Staging.opensToday)."
                        : "If the app uses the plan, it rejects such a store "
                            + "(\(CoreDataFailure.unknownModelVersion.code)) instead of migrating it by inference.")
            )
            let fixtures = adoption.undeclared.compactMap(\.shipped.fixture)
            if !fixtures.isEmpty {
                lines.append(
                    "\(ToolCommand.line("check")) fails while \(fixtures.joined(separator: ", ")) \(fixtures.count == 1 ? "is" : "are") "
                        + "frozen but not declared. Remove the fixtures whose stores may be rejected.")
            }
        }
        return lines + containerLines(context)
    }

    /// Returns the lines about containers that must still be changed to open stores with the plan; empty if the command
    /// doesn't declare a plan, or edited the app's container.
    private func containerLines(_ context: ReportContext) -> [String] {
        guard let plan = adoption.plan, let draft = adoption.draft,
            let last = adoption.shapes.all.last.flatMap({ adoption.types[$0.shipped.version] })
        else { return [] }
        let message = ContainerEditMessage(schema: last, plan: plan)
        guard !draft.suggestions.isEmpty else { return adoption.isContainerKnown ? [] : [message.missing] }
        let lines = draft.suggestions.compactMap { suggestion in
            message.line(
                suggestion, at: "\(context.relative(suggestion.location.file)):\(suggestion.location.line)")
        }
        return ["", message.heading] + lines + Self.diff(draft.suggestedFiles)
    }

    private static func diff(_ files: [DraftFile]) -> [String] {
        files.flatMap { UnifiedDiff(path: $0.path, old: $0.oldText, new: $0.text).lines }
    }

    var nextSteps: [String] {
        isWritten && adoption.draft != nil ? ["To undo this, run it again with --undo"] : []
    }

    // MARK: JSON

    var contents: JSONObject {
        [
            "containerDiff": adoption.draft.map { Self.diff($0.suggestedFiles).joined(separator: "\n") },
            "diff": isWritten ? nil : diff.joined(separator: "\n"), "failures": failures,
            "files": (adoption.draft?.files ?? []).map(\.json), "findings": listedFindings.map(\.json),
            "omitted": omittedCount, "frozen": frozen,
            "isWritten": isWritten, "plan": adoption.plan, "shapes": adoption.shapes.all.map(json),
            "tagCount": adoption.history.tagCount, "unreadTags": adoption.history.unreadTags,
        ]
    }

    private func json(_ shape: ShippedShapes.Shape) -> JSONObject {
        let checksum = shape.shipped.versionChecksum
        let isDeclared = !adoption.undeclared.contains { $0.shipped.versionChecksum == checksum }
        return [
            "firstDate": shape.dates?.first, "isDeclared": isDeclared, "isToday": shape.isToday,
            "lastDate": shape.dates?.last, "schema": adoption.types[shape.shipped.version],
            "tags": shape.shipped.tags, "toNext": shape.toNext, "toToday": shape.toToday,
            "version": shape.shipped.version, "versionChecksum": checksum,
        ]
    }
}
