import PermafrostFixtures

/// The buttons for resizing a diagram, which require the script.
enum DiagramZoom {
    static func write(to writer: inout HTMLWriter) {
        writer.element("div", class: "zoom needs-script") { bar in
            for (action, sign, name) in [
                ("out", "−", "Smaller"), ("in", "+", "Larger"), ("fit", "Fit", "Fit"), ("full", "1:1", "Full size"),
            ] {
                bar.element("button", [("type", "button"), ("data-zoom", action), ("aria-label", name)], sign)
            }
            bar.element("output") { _ in }
        }
    }
}
