import PermafrostDeclarations
import PermafrostModel
import PermafrostRules

extension ProjectCheck {
    /// Compares a project's sources with what they were at a commit, without any fixture: every version that was declared
    /// there counts as shipped.
    ///
    /// - Parameters:
    ///   - earlier: the project as it was at the commit.
    ///   - reference: what the commit was called by: a tag, a branch.
    package init(_ project: Project, since earlier: Project, reference: String) throws {
        self.project = project
        sourceIssues = project.sourceIssues + earlier.sourceIssues
        if project.declarations.schemas.isEmpty, earlier.declarations.schemas.isEmpty, sourceIssues.isEmpty {
            throw project.noSchema
        }
        var compared: Set<String> = []
        for group in earlier.groups {
            for schema in group.schemas {
                let version = earlier.versionName(of: schema)
                if let name = try compare(schema, version, of: group, reference: reference) { compared.insert(name) }
            }
        }
        for group in project.groups {
            for schema in group.schemas where !compared.contains(schema.name) {
                var report = report(schema, in: group, version: project.versionName(of: schema))
                report.status = schema.model == nil ? .notEvaluable : .added
                versions.append(report)
            }
        }
        run(with: project.sourceFindings + earlier.sourceIssues.map { Finding($0, at: $0.location.at(reference)) })
    }

    /// Compares one version with what it was; returns the name of the type that declares it today.
    private mutating func compare(
        _ earlier: DeclaredSchema, _ version: String, of group: VersionGroup, reference: String
    ) throws(ProjectError) -> String? {
        guard let (today, schema) = declaration(of: earlier, in: group.name) else {
            input.gone.append(
                .init(group: group, version: version, schema: earlier.name, reference: reference, location: nil))
            versions.append(
                VersionReport(group: group.name, version: version, schema: earlier.name, status: .gone))
            return nil
        }
        var report = report(schema, in: today, version: version)
        report.status = .unchanged
        if schema.model == nil || earlier.model == nil {
            report.status = .notEvaluable
        } else if schema.model?.checksum != earlier.model?.checksum || !schema.variants.isEmpty
            || !earlier.variants.isEmpty
        {
            let drift = try SchemaDrift(earlier.schemaVersion(), schema)
            input.compared.append(
                .init(
                    version: checked(schema, in: today, version: version, reference: reference), drift: drift,
                    isRenamed: false))
            report.drift = drift.strongest
            if drift.strongest != nil { report.status = .drifted }
        }
        versions.append(report)
        return schema.name
    }

    /// Today's declaration of a version: in the group of that name, else wherever the type is.
    private func declaration(of earlier: DeclaredSchema, in group: String) -> (VersionGroup, DeclaredSchema)? {
        let groups = project.groups.filter { $0.name == group } + project.groups.filter { $0.name != group }
        for group in groups {
            if let schema = group.schemas.first(where: { $0.name == earlier.name && $0.version == earlier.version }) {
                return (group, schema)
            }
        }
        for candidate in groups where candidate.name == group {
            if let version = earlier.version, let schema = candidate.schema(version: version) {
                return (candidate, schema)
            }
            if earlier.isUnversioned, let schema = candidate.schemas.first(where: \.isUnversioned) {
                return (candidate, schema)
            }
        }
        return nil
    }
}

extension SourceLocation {
    /// The same in the sources at a commit, whose files are not those of today.
    package func at(_ reference: String) -> SourceLocation {
        SourceLocation(file: "\(reference):\(file)", line: line, column: column)
    }
}
