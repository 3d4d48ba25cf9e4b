import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// The numbers of added, removed, renamed and changed parts, with signs, such as `+3 −1 ~2`.
struct ChangeCounts {
    private let counts: [(mark: Difference.Change.Mark, count: Int)]

    init(_ changes: [Difference.Change]) {
        let marks = changes.map(\.mark)
        counts = [.added, .removed, .renamed, .changed].map { mark in (mark, marks.count { $0 == mark }) }
    }

    func write(to writer: inout HTMLWriter) {
        writer.element("span", class: "counts") { list in
            for (mark, count) in counts where count > 0 {
                list.element(
                    "span", [("class", mark.rawValue), ("title", "\(count) \(mark.rawValue)")],
                    "\(mark.sign)\(count)")
            }
        }
    }
}
