import PermafrostTestSupport

/// The fixes of `check --cloudkit-schema`. A deployment of the schema is an edit of the exported file.
extension FollowedFix {
    static let ofProduction: [FollowedFix] = [
        compared(
            "PF0130", "a missing record type", .deploying(deployed()), model: "var a: Int?", "RECORD TYPE CD_Log ();"),
        compared("PF0130", "a missing field", .deploying(deployed()), model: "var a: Int?", deployed("")),
        compared(
            "PF0131", "a field of another type",
            .edit("Keep the attribute with its deployed type, and add a new attribute") { folder in
                try folder.edit(file, "var a: Int?", "var a: Date?; var b: Int?")
                try run("freeze", "1.0.0", "--force", in: folder)
                try export(deployed("CD_a TIMESTAMP, CD_b INT64,"), folder)
            }, model: "var a: Int?", deployed("CD_a TIMESTAMP,")),
        compared(
            "PF0133", "a missing asset field", .deploying(deployed("CD_a STRING, CD_a_ckAsset ASSET,")),
            model: "var a: String?", deployed("CD_a STRING,")),
        compared(
            "PF0134", "missing fields for sharing", .deploying(deployed()), model: "var a: Int?",
            "RECORD TYPE CD_User (CD_a INT64, CD_entityName STRING);"),
        compared(
            "PF0135", "a file that ends early", .exporting(deployed()), model: "var a: Int?", "RECORD TYPE CD_User ("),
        compared(
            "PF0135", "a store that stays local",
            .edit("remove cloudKitDatabase: .none from the configuration") { folder in
                try folder.edit(file, "cloudKitDatabase: .none", "cloudKitDatabase: .private(\"iCloud.a\")")
            }, database: ".none", model: "var a: Int?", deployed()),
    ]

    private static let path = "App.ckdb"

    /// Returns the record type of the model `User`.
    private static func deployed(_ fields: String = "CD_a INT64,") -> String {
        """
        RECORD TYPE CD_User (
            \(fields) CD_entityName STRING, CD_moveReceipt BYTES, CD_moveReceipt_ckAsset ASSET,
            GRANT READ TO "_world"
        );
        """
    }

    private static func compared(
        _ code: String, _ about: String, _ step: Step, database: String = ".private(\"iCloud.a\")", model: String,
        _ schema: String
    ) -> FollowedFix {
        FollowedFix(code, about, by: ["check", "--cloudkit-schema", path], [step]) { folder in
            let code = """
                func open() throws -> ModelContainer {
                    try ModelContainer(
                        for: Schema(versionedSchema: AppV1.self), migrationPlan: AppPlan.self,
                        configurations: ModelConfiguration(cloudKitDatabase: \(database)))
                }
                """
            try folder.write(app(user(model), besides: code), to: file)
            try run("freeze", "--all", in: folder)
            try export(schema, folder)
        }
    }

    fileprivate static func export(_ types: String, _ folder: ScratchFolder) throws {
        try folder.write("DEFINE SCHEMA\n\(types)\n", to: path)
    }
}

extension FollowedFix.Step {
    /// Deploys the missing record types and fields, and exports the schema again.
    fileprivate static func deploying(_ types: String) -> Self {
        .edit("deploy the schema changes to production in the CloudKit Console. Then export the schema again: xcrun") {
            try FollowedFix.export(types, $0)
        }
    }

    /// Exports the schema again.
    fileprivate static func exporting(_ types: String) -> Self {
        .edit("Export the schema again: xcrun cktool export-schema") { try FollowedFix.export(types, $0) }
    }
}
