@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The plugin's entry, for the SwiftSyntax of a Linux toolchain.
@main
struct StandInPlugin: PluginProvider {
    private static var macros: [any Macro.Type] {
        [
            PersistentModelMacro.self, PersistedPropertyMacro.self, MarkerMacro.self, ConstraintMacro.self,
            ModelActorMacro.self,
        ]
    }

    /// The names of macros in Apple's interface, which an SDK has in the stand-in's place, with the stand-in's.
    private static let appleNames = [
        "AttributePropertyMacro": "MarkerMacro", "RelationshipPropertyMacro": "MarkerMacro",
        "TransientPropertyMacro": "MarkerMacro", "UniqueConstraintsMacro": "ConstraintMacro",
        "IndexMacro": "ConstraintMacro", "PersistentModelActorMacro": "ModelActorMacro",
        "TransformablePersistedPropertyMacro": "PersistedPropertyMacro",
    ]

    static func main() throws {
        let connection = try StandardIOMessageConnection()
        try CompilerPluginMessageListener(connection: connection, provider: StandInPlugin()).main()
    }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
        let name = Self.appleNames[typeName] ?? typeName
        guard let found = Self.macros.first(where: { String(describing: $0) == name }) else {
            throw ExpansionError("The stand-in for SwiftData has no macro of the type \(typeName)")
        }
        return found
    }
}
