import SwiftSyntaxMacros

#if canImport(SwiftCompilerPlugin)
    import SwiftCompilerPlugin

    @main
    struct PermafrostPlugin: CompilerPlugin {
        let providingMacros: [any Macro.Type] = [FreezeSchemaMacro.self]
    }
#else
    @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

    /// The plugin's entry where the toolchain's SwiftSyntax serves, which lacks the usual one.
    @main
    struct PermafrostPlugin: PluginProvider {
        static func main() throws {
            let connection = try StandardIOMessageConnection()
            try CompilerPluginMessageListener(connection: connection, provider: PermafrostPlugin()).main()
        }

        /// There is one macro, and its own declaration alone names the plugin.
        func resolveMacro(moduleName: String, typeName: String) -> any Macro.Type { FreezeSchemaMacro.self }
    }
#endif
