import PermafrostFixtures

/// A legend for the signs in a diagram.
enum DiagramLegend {
    static func write(to writer: inout HTMLWriter, marksChanges: Bool) {
        writer.element("p", class: "legend") { legend in
            for (style, words) in [("e1", "one"), ("e0", "one or none"), ("en", "many"), ("ei i", "inherits from")] {
                legend.element("span") { entry in
                    entry.element("svg", [("viewBox", "0 0 34 14"), ("aria-hidden", "true")]) { svg in
                        svg.element("path", [("class", "e \(style)"), ("d", "M2 7H32")]) { _ in }
                    }
                    entry.text(words)
                }
            }
            guard marksChanges else { return }
            for mark in [Difference.Change.Mark.added, .changed, .renamed, .removed] {
                legend.element("span") { entry in
                    // If only the name changed, the box is marked as changed.
                    if mark != .renamed { entry.element("i", class: mark.rawValue, "") }
                    entry.text("\(mark.sign) \(mark.rawValue)")
                }
            }
        }
    }
}
