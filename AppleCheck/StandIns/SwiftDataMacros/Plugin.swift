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

    static func main() throws {
        let connection = try StandardIOMessageConnection()
        try CompilerPluginMessageListener(connection: connection, provider: StandInPlugin()).main()
    }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
        guard let found = Self.macros.first(where: { String(describing: $0) == typeName }) else {
            throw ExpansionError("The stand-in for SwiftData has no macro of the type \(typeName)")
        }
        return found
    }
}
