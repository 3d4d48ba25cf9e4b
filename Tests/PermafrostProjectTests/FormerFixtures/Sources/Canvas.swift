import Foundation
import SwiftData

/// Values that are stored otherwise than was thought.
enum CanvasSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Drawing.self] }

    struct Tint: Codable {
        var red: Double
        var green: Double
    }

    enum Brush: String, Codable {
        case round, flat
    }

    struct Style: Codable {
        var brush: Brush
        var keywords: [String]
        var tints: [Tint]
    }

    @Model final class Drawing {
        var title: String = ""
        var width: CGFloat = 1
        var tints: [String: Tint] = [:]
        var style: Style
        init(style: Style) { self.style = style }
    }
}
