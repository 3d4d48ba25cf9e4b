import PermafrostFixtures
import PermafrostStore

/// The anchors for a chapter's versions, entities, properties and differences.
struct ChapterLinks {
    private let path: [String]
    private let names: [String]

    init(_ chapter: Chapter, path: [String]) {
        self.path = path
        names = chapter.versions.map(\.name)
    }

    func version(_ index: Int) -> HTMLAnchor { HTMLAnchor(path + [names[index]]) }

    func entity(_ entity: String, in index: Int) -> HTMLAnchor {
        HTMLAnchor(path + [names[index], entity])
    }

    func property(_ property: String, of entity: String, in index: Int) -> HTMLAnchor {
        HTMLAnchor(path + [names[index], entity, property])
    }

    /// Returns the anchor for the difference between two versions, such as `1.0.0...2.0.0`.
    func difference(_ from: Int, _ to: Int) -> HTMLAnchor {
        HTMLAnchor(path + ["\(names[from])...\(names[to])"])
    }
}
