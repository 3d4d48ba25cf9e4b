import SwiftSyntaxMacros

#if canImport(SwiftCompilerPlugin)
    import SwiftCompilerPlugin

    @main
    struct PermafrostPlugin: CompilerPlugin {
        let providingMacros: [any Macro.Type] = MacroList.all
    }
#else
    @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

    /// The plugin's entry point for builds with the toolchain's SwiftSyntax, which doesn't provide an entry point.
    @main
    struct PermafrostPlugin {
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

    /// The error that is thrown if the compiler requests a macro that the plugin doesn't contain.
    private struct UnknownMacro: Error {
        var name: String
    }
#endif

/// The plugin's macros: `@FreezeSchema` and, on Linux, SwiftData's macros.
private struct MacroList {
    static var all: [any Macro.Type] {
        #if os(Linux)
            return [
                FreezeSchemaMacro.self, FreezeRaySchemaMacro.self, ModelMacro.self, PersistedPropertyMacro.self,
                PropertyMarkerMacro.self, ClassMarkerMacro.self, ModelActorMacro.self,
            ]
        #else
            return [FreezeSchemaMacro.self, FreezeRaySchemaMacro.self]
        #endif
    }
}
