import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A check of the merge of the last commit with another commit. It reports the problems that neither commit has by
/// itself.
///
/// The merge is computed in a temporary folder. Neither the work tree nor the repository changes, and uncommitted files
/// aren't part of the merge.
package struct MergeCheck: Sendable {
    /// The conflicting files that declare versions, models or plans. The merge can't be checked without these files.
    package struct MergeConflict: Error, Sendable, Hashable {
        /// The name of the other commit.
        package let reference: String
        /// The paths relative to the project's folder, sorted.
        package let files: [String]
        /// The names of the versions that both commits added, sorted.
        package let versions: [String]
    }

    /// The name of the other commit, as the user specified it.
    package let reference: String
    package let head: GitRepository.Commit
    package let other: GitRepository.Commit
    /// Whether each of the two commits has commits that the other lacks. Otherwise, there is nothing to merge.
    package let isNeeded: Bool
    /// The findings that only the merge has, sorted by severity (errors first) and then by location.
    package let findings: [Finding]
    /// The paths of other files with conflicts, relative to the project's folder. Findings in them are left out.
    package let conflicts: [String]
    /// Whether some sources of the merge can't be read, although the sources of both commits can.
    package var isIncomplete: Bool { findings.contains { $0.isAboutSources && $0.severity == .error } }

    /// Merges `HEAD` with another commit, and checks the result.
    ///
    /// - Throws: ``MergeConflict`` if files that declare versions conflict. ``GitError`` if git can't read or merge the
    ///   commits. ``ProjectError``, a `FileError`, or an error of the source reader.
    package init(with reference: String, _ options: ProjectOptions, reader: CachedSourceReader) throws {
        self.reference = reference
        let repository = try GitRepository(directory: options.directory)
        let other = try repository.commit(of: reference)
        let head = try repository.commit(of: "HEAD")
        (self.other, self.head) = (other, head)
        guard let common = try repository.mergeBase(head.id, other.id) else {
            throw GitError.noCommonCommit(name: reference)
        }
        isNeeded = common != head.id && common != other.id
        guard isNeeded else {
            (findings, conflicts) = ([], [])
            return
        }
        let merge = try GitMerge(head, other, named: reference, in: repository)
        let folder = try TemporaryFolder(for: "merged")
        func side(
            _ name: String, _ commit: GitRepository.Commit, _ repository: GitRepository,
            replacing replacements: [String: String?] = [:], needsFindings: Bool = true
        ) throws -> MergeSide {
            try MergeSide(
                at: commit, in: repository, options, reader: reader, folder: folder.url.appending(path: name),
                replacing: replacements, needsFindings: needsFindings)
        }
        let base = try side("base", repository.commit(of: common), repository, needsFindings: false)
        let ours = try side("ours", head, repository)
        let theirs = try side("theirs", other, repository)
        let added = (ours: Self.added(ours, since: base), theirs: Self.added(theirs, since: base))
        let declaring = merge.conflicts.filter(ours.schemaFiles.union(theirs.schemaFiles).contains)
        guard declaring.isEmpty else {
            // A version that is the same on both sides isn't part of the conflict.
            let same = Dictionary(added.theirs.map { ($0.name, $0.model?.checksum) }) { first, _ in first }
            let own = added.ours.filter { same[$0.name] != $0.model?.checksum || $0.model == nil }
            let numbers = Set(own.map { ours.project.versionName(of: $0) })
                .intersection(added.theirs.map { theirs.project.versionName(of: $0) })
            throw MergeConflict(reference: reference, files: declaring, versions: numbers.sorted())
        }
        let places = FixturePlaces(options).paths.map { $0 + "/" }
        // Files at the top of a fixture tree aren't fixtures.
        let frozen = merge.conflicts.filter { file in
            places.contains { file.hasPrefix($0) && file.parentPath + "/" != $0 }
        }
        // Freezes of one declaration on different days differ only in their metadata.
        let twice = try Set(frozen.map(\.parentPath)).filter { folder in
            let identity = try ours.identity(ofFixtureAt: folder)
            return try identity == nil || identity != theirs.identity(ofFixtureAt: folder)
        }
        conflicts = merge.conflicts.filter { !frozen.contains($0) || !twice.contains($0.parentPath) }
        let kept = try GitObjects(repository.git).read(frozen.map { "\(head.id):\(repository.prefix)\($0)" })
        let replacements = Dictionary(
            zip(frozen, kept.map { $0.flatMap { $0.type == "blob" ? $0.id : nil } }), uniquingKeysWith: { $1 })
        let merged = try side("merge", merge.result, merge.repository, replacing: replacements)
        let comparison = Comparison(
            base: base, ours: ours, theirs: theirs, merged: merged, names: (ours: "HEAD", theirs: reference),
            files: Set(try merge.repository.files(of: merge.result).map(\.path)))
        let unread = Set(conflicts)
        let found = try comparison.findings(added, frozenTwice: twice.sorted())
        let selected = Set(merged.project.groups.filter { Project.selects($0, options) }.map(\.name))
        let isPart = options.plan != nil || options.schema != nil
        findings = withExtendedLifetime(folder) {
            found.filter { finding in finding.location.map { !unread.contains($0.file) } ?? true }
                .filter { !isPart || $0.groups.isEmpty || !selected.isDisjoint(with: $0.groups) }
                .map { finding in
                    var finding = finding
                    finding.location = finding.location?.at("merge")
                    return finding
                }.sorted(by: Finding.isBefore)
        }
    }

    /// Returns the versions whose types a side declares and the base doesn't.
    private static func added(_ side: MergeSide, since base: MergeSide) -> [DeclaredVersion] {
        let known = base.versions
        return side.versions.values.filter { known[$0.name] == nil }.sorted { $0.name < $1.name }
    }
}

/// The comparison of a merge with its two sides.
private struct Comparison {
    let base: MergeSide
    let ours: MergeSide
    let theirs: MergeSide
    let merged: MergeSide
    let names: (ours: String, theirs: String)
    /// The paths of the merged sources.
    let files: Set<String>

    private struct Key: Hashable {
        let identity: FindingIdentity
        let group: String?
        let version: String?
        /// The file and the description without line numbers if the finding isn't about a group or version, such as a
        /// finding about a source that can't be read. All such findings of a rule have the same identity.
        let text: String?

        init(_ finding: Finding) {
            identity = FindingIdentity(finding, line: nil)
            (group, version) = (finding.group, finding.version)
            let isAboutFile = finding.groups.isEmpty && finding.version == nil && finding.schema == nil
            text =
                isAboutFile
                ? "\(finding.location?.file ?? ""): \(finding.what.replacing(#/:\d+/#, with: ""))" : nil
        }
    }

    private struct Place: Hashable {
        let code: String
        let location: SourceLocation?

        init(_ finding: Finding) { (code, location) = (finding.code, finding.location) }
    }

    /// Returns the findings that only the merge has.
    ///
    /// - Parameters:
    ///   - added: the versions that each side added.
    ///   - frozenTwice: the folders of the fixtures with conflicts.
    func findings(
        _ added: (ours: [DeclaredVersion], theirs: [DeclaredVersion]), frozenTwice: [String]
    ) throws -> [Finding] {
        let known = Set((ours.check + theirs.check).map(Key.init))
        let check = merged.check.filter { !known.contains(Key($0)) }
        let reported = Set(check.map(Place.init))
        let accepted = Set((ours.lint + theirs.lint).map(\.identity))
        let lint = merged.lint.filter { !accepted.contains($0.identity) && !reported.contains(Place($0.finding)) }
        let unread = Set((ours.sources + theirs.sources).map(Key.init))
        let sources = merged.sources.filter { !unread.contains(Key($0)) }
        let drifted = Set(check.filter { $0.code.hasPrefix("PF010") }.compactMap(\.schema))
        var own = declaredTwice(added) + frozenTwice.map(fixture)
        for (side, versions) in [(true, added.ours), (false, added.theirs)] {
            own += notLast(versions, isOurs: side)
            own += try changed(versions, isOurs: side, except: drifted)
        }
        return sources + check + lint.map(\.finding) + own.map { $0.finding() }
    }

    private func branches(isOurs: Bool) -> (own: String, other: String) {
        isOurs ? (names.ours, names.theirs) : (names.theirs, names.ours)
    }

    // MARK: Versions of both sides

    private func declaredTwice(
        _ added: (ours: [DeclaredVersion], theirs: [DeclaredVersion])
    ) -> [MergedVersion] {
        let others = Dictionary(added.theirs.map { ($0.name, $0) }) { first, _ in first }
        return added.ours.compactMap { version in
            guard let other = others[version.name], version.location.file != other.location.file,
                files.contains(version.location.file), files.contains(other.location.file)
            else { return nil }
            return MergedVersion(
                problem: .declaredTwice(ours: version.location, theirs: other.location),
                version: ours.project.versionName(of: version), schema: version.name,
                group: ours.group(declaring: version.name)?.name, branches: branches(isOurs: true),
                location: version.location)
        }
    }

    private func fixture(_ folder: String) -> MergedVersion {
        let version = folder.split(separator: "/").last.map(String.init) ?? folder
        let group = merged.project.groups.first { $0.schema(version: version) != nil }
        return MergedVersion(
            problem: .frozenTwice(folder: folder), version: version, schema: group?.schema(version: version)?.name,
            group: group?.name, branches: branches(isOurs: true),
            location: SourceLocation(file: folder, line: 1, column: 1))
    }

    // MARK: Versions of one side

    /// Returns the added versions that are last in their group on one side, but not in the merge.
    private func notLast(_ added: [DeclaredVersion], isOurs: Bool) -> [MergedVersion] {
        let side = isOurs ? ours : theirs
        return added.compactMap { version in
            guard side.group(declaring: version.name)?.schemas.last?.name == version.name,
                let group = merged.group(declaring: version.name), let last = group.schemas.last,
                last.name != version.name,
                let now = group.schemas.first(where: { $0.name == version.name })
            else { return nil }
            return MergedVersion(
                problem: .notLast(last), version: merged.project.versionName(of: now), schema: version.name,
                group: group.name, branches: branches(isOurs: isOurs), location: now.location)
        }
    }

    /// Returns the versions that only one side has, and whose models the merge changes.
    private func changed(
        _ added: [DeclaredVersion], isOurs: Bool, except drifted: Set<String>
    ) throws -> [MergedVersion] {
        let others = isOurs ? theirs.versions : ours.versions
        let all = merged.versions
        return try added.compactMap { version in
            guard others[version.name] == nil, !drifted.contains(version.name), let now = all[version.name],
                now.model != nil, version.model != nil, now.model?.checksum != version.model?.checksum,
                let change = try SchemaDrift(version.schemaVersion, now).changes.first
            else { return nil }
            return MergedVersion(
                problem: .changed(change.change), version: merged.project.versionName(of: now), schema: version.name,
                group: merged.group(declaring: version.name)?.name, branches: branches(isOurs: isOurs),
                location: now.location)
        }
    }
}
