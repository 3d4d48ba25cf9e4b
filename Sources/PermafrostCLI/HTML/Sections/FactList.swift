import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// A list of names and values.
enum FactList {
    static func write(_ facts: [(name: String, value: String)], to writer: inout HTMLWriter) {
        writer.element("dl", class: "factlist") { list in
            for (name, value) in facts {
                list.element("dt", name)
                list.element("dd", value)
            }
        }
    }
}
