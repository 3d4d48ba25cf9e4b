extension NearNames {
    /// Names of `@Model` classes near to one.
    static func models(to name: String, in table: DeclarationTable) -> [String] {
        of(
            name.split(separator: ".").last.map(String.init) ?? name,
            among: table.files.flatMap { file in
                file.types.filter { type in type.attributes.contains { $0.name == "Model" } }.map(\.name)
            })
    }
}
