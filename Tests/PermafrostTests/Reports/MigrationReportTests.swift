import SwiftData
import Testing

@testable import CartographerExample
@testable import Permafrost
@testable import PostsExample

/// Reports in each format, of the examples and of names that could be mistaken for markup.
@Suite struct MigrationReportTests {
    // MARK: Differences

    @Test func aDifferenceAsText() throws {
        let diff = try SchemaDiff.diff(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
        #expect(
            diff.rendered(as: .text) == """
                PostsSchemaV1 1.0.0 → PostsSchemaV2 2.0.0: lightweight, 1 change
                  [lightweight] Post.authorName was added (optional String): existing rows get nil

                """)
    }

    @Test func aDifferenceAsMarkdown() throws {
        let diff = try SchemaDiff.diff(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
        #expect(
            diff.rendered(as: .markdown) == """
                ### PostsSchemaV1 1.0.0 → PostsSchemaV2 2.0.0

                lightweight, 1 change

                | Change | Verdict | What it means |
                |---|---|---|
                | Post.authorName was added (optional String) | lightweight | existing rows get nil |

                """)
    }

    @Test func aDifferenceAsMermaid() throws {
        let diff = try SchemaDiff.diff(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
        #expect(
            diff.rendered(as: .mermaid) == """
                flowchart LR
                    from["PostsSchemaV1 1.0.0"]
                    to["PostsSchemaV2 2.0.0"]
                    change1["Post.authorName was added (optional String)<br/>lightweight"]:::lightweight
                    from --> change1
                    change1 --> to
                    classDef lightweight stroke:#2da44e

                """)
    }

    @Test func equalVersionsAreReportedAsNoDifference() throws {
        let diff = try SchemaDiff.diff(from: PostsSchemaV1.self, to: PostsSchemaV1.self)
        #expect(
            diff.rendered(as: .text) == "PostsSchemaV1 1.0.0 → PostsSchemaV1 1.0.0: no difference\n")
        #expect(diff.rendered(as: .mermaid).contains("from -->|\"no difference\"| to\n"))
    }

    // MARK: Plans

    @Test func thePlanOfATypeAsText() {
        #expect(
            MigrationPlan(PlanOfClosures.self).rendered(as: .text) == """
                3 versions, 2 stages
                  PostsSchemaV1 1.0.0 → PostsSchemaV2 2.0.0: lightweight
                  PostsSchemaV2 2.0.0 → PostsSchemaV3 3.0.0: custom
                    didMigrate

                """)
    }

    @Test func thePlanOfTheExampleAsMermaid() {
        #expect(
            MigrationPlan(PostsMigrationPlan.self).rendered(as: .mermaid) == """
                flowchart TD
                    v1["PostsSchemaV1 1.0.0"]
                    v2["PostsSchemaV2 2.0.0"]
                    v3["PostsSchemaV3 3.0.0"]
                    v4["PostsSchemaV4 4.0.0"]
                    v1 -->|"lightweight"| v2
                    v2 -->|"Rename Post.body → Post.content<br/>one author of each name<br/>Assert.unique Author.name"| v3
                    v3 -->|"Backfill Post.publishedAt<br/>slugs of the titles<br/>Assert.unique Post.slug"| v4

                """)
    }

    private var declared: MigrationPlan {
        let announce: MigrationHook = { _ in }
        return MigrationPlan(
            schemas: [PostsSchemaV1.self, PostsSchemaV2.self, PostsSchemaV3.self], preMigration: announce
        ) {
            Stage(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
            Stage(from: PostsSchemaV2.self, to: PostsSchemaV3.self) {
                Rename(\PostsSchemaV2.Post.body, to: \PostsSchemaV3.Post.content)
                CustomOperation("a|b \"c\" <d>", didMigrate: { _ in })
            }
        }
    }

    @Test func aDeclaredPlanAsMarkdown() {
        #expect(
            declared.rendered(as: .markdown) == """
                ### Migration plan

                3 versions, 2 stages, preMigration

                | From | To | Stage | Operations |
                |---|---|---|---|
                | PostsSchemaV1 1.0.0 | PostsSchemaV2 2.0.0 | lightweight |  |
                | PostsSchemaV2 2.0.0 | PostsSchemaV3 3.0.0 | custom | Rename Post.body → Post.content<br>a\\|b "c" \\<d\\> |

                """)
    }

    @Test func aDeclaredPlanAsMermaid() {
        #expect(
            declared.rendered(as: .mermaid) == """
                flowchart TD
                    v1["PostsSchemaV1 1.0.0"]
                    v2["PostsSchemaV2 2.0.0"]
                    v3["PostsSchemaV3 3.0.0"]
                    v1 -->|"lightweight"| v2
                    v2 -->|"Rename Post.body → Post.content<br/>a|b #quot;c#quot; #lt;d#gt;"| v3

                """)
    }

    // MARK: Names with any characters

    static let hostile = [
        "a\"b", "a\nb", "a|b", "end", "a]b", "--> x", "`md`", "#35;", "<script>", "a & b", "\\", "\u{2028}x", "**b**",
    ]

    /// Checks a chart against the part of Mermaid's grammar that the charts use: a head, nodes with quoted labels,
    /// edges and classes. Every node of an edge is declared, and every class is defined.
    private func check(_ chart: String) {
        var lines = chart.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(lines.removeFirst().wholeMatch(of: #/flowchart (TD|LR)/#) != nil)
        #expect(lines.popLast() == "")
        var nodes: Set<String> = []
        var used: Set<String> = []
        var classes: Set<String> = []
        var defined: Set<String> = []
        for line in lines {
            if let node = line.wholeMatch(of: #/ {4}(\w+)\["([^"\n`<>]|<br/>)*"\](?::::(\w+))?/#) {
                nodes.insert(String(node.output.1))
                if let style = node.output.3 { classes.insert(String(style)) }
            } else if let edge = line.wholeMatch(of: #/ {4}(\w+) -->(?:\|"([^"\n`<>]|<br/>)*"\|)? (\w+)/#) {
                used.formUnion([String(edge.output.1), String(edge.output.3)])
            } else if let style = line.wholeMatch(of: #/ {4}classDef (\w+) stroke:#[0-9a-f]{6}/#) {
                defined.insert(String(style.output.1))
            } else {
                Issue.record("not a line of a flowchart: \(line)")
            }
        }
        #expect(used.isSubset(of: nodes))
        #expect(classes == defined)
    }

    @Test func everyChartIsValid() throws {
        for versions in [PostsMigrationPlan.schemas, CartographerMigrationPlan.schemas] {
            for old in versions {
                for new in versions {
                    check((try SchemaDiff.diff(from: old, to: new)).rendered(as: .mermaid))
                }
            }
        }
        check(MigrationPlan(CartographerMigrationPlan.self).rendered(as: .mermaid))
        for name in Self.hostile {
            let plan = MigrationPlan(schemas: [PostsSchemaV1.self, PostsSchemaV2.self]) {
                Stage(from: PostsSchemaV1.self, to: PostsSchemaV2.self) { CustomOperation(name, didMigrate: { _ in }) }
            }
            check(plan.rendered(as: .mermaid))
            let change = SchemaDiff.Change(subject: name, what: name, advice: name, verdict: .losesData)
            let version = SchemaDiff.Version(name: name, identifier: "1.0.0")
            let diff = SchemaDiff(from: version, to: version, changes: [change], questions: [name])
            check(diff.rendered(as: .mermaid))
            // A table stays a table: three cells between four unescaped bars.
            let rows = diff.rendered(as: .markdown).split(separator: "\n").filter { $0.hasPrefix("|") }
            #expect(rows.count == 3)
            for row in rows {
                #expect(row.replacing("\\\\", with: "").replacing("\\|", with: "").count { $0 == "|" } == 4)
            }
        }
    }
}

/// A plan in SwiftData's own form.
private enum PlanOfClosures: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [PostsSchemaV1.self, PostsSchemaV2.self, PostsSchemaV3.self] }
    static var stages: [MigrationStage] {
        [
            .lightweight(fromVersion: PostsSchemaV1.self, toVersion: PostsSchemaV2.self),
            .custom(
                fromVersion: PostsSchemaV2.self, toVersion: PostsSchemaV3.self, willMigrate: nil, didMigrate: { _ in }),
        ]
    }
}
