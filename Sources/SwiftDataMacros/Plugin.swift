import SwiftSyntaxMacros

#if canImport(SwiftCompilerPlugin)
    import SwiftCompilerPlugin

    @main
    struct SwiftDataPlugin: CompilerPlugin {
        let providingMacros: [any Macro.Type] = MacroList.all
    }
#else
    @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

    /// The plugin's entry where the toolchain's SwiftSyntax serves, which lacks the usual one.
    @main
    struct SwiftDataPlugin {
        static func main() throws {
            let connection = try StandardIOMessageConnection()
            try CompilerPluginMessageListener(connection: connection, provider: MacroList()).main()
        }
    }

    extension MacroList: PluginProvider {
        func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
            guard let found = MacroList.all.first(where: { String(describing: $0) == typeName }) else {
                throw UnknownMacro(name: typeName)
            }
            return found
        }
    }

    /// The compiler asked for a macro that the plugin does not have.
    struct UnknownMacro: Error {
        var name: String
    }
#endif

/// The macros of the module.
struct MacroList {
    static var all: [any Macro.Type] {
        [
            ModelMacro.self, PersistedPropertyMacro.self, PropertyMarkerMacro.self, ClassMarkerMacro.self,
            ModelActorMacro.self,
        ]
    }
}
