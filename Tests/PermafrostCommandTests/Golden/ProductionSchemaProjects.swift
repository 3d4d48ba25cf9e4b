extension GoldenProject {
    /// Comparisons of the examples with schemas of CloudKit.
    static let productions = [
        GoldenProject("production-schema") { session in
            try addExamples(to: session)
            try session.write(deployed, to: "App.ckdb")
            let options = ["check", "--plan", "TripsMigrationPlan", "--cloudkit-schema", "App.ckdb"]
            try session.runInAllFormats("check", options)
            try session.run("check-xcode", options + ["--format", "xcode"])
            try session.run("check-verbose", options + ["--verbose"])
            try session.run("check-verbose-json", options + ["--verbose", "--format", "json"])
            try session.write("DEFINE SCHEMA\n", to: "App.ckdb")
            try session.run("none", "check", "--cloudkit-schema", "App.ckdb", "--verbose")
            try session.write(String(deployed.prefix(300)), to: "App.ckdb")
            try session.runInAllFormats("cut-off", options)
        }
    ]

    /// A schema for the models of `Trips` with each kind of difference.
    private static let deployed = """
        DEFINE SCHEMA

            RECORD TYPE CD_Trip (
                "___createTime"        TIMESTAMP,
                "___recordID"          REFERENCE QUERYABLE,
                CD_budget              INT64 QUERYABLE SORTABLE,
                CD_coverPhoto_ckAsset  ASSET,
                CD_destination         STRING QUERYABLE SEARCHABLE SORTABLE,
                CD_destination_ckAsset ASSET,
                CD_endDate             TIMESTAMP QUERYABLE SORTABLE,
                CD_entityName          STRING QUERYABLE SEARCHABLE SORTABLE,
                CD_isPacked            STRING,
                CD_livingAccommodation STRING,
                CD_name                STRING QUERYABLE SEARCHABLE SORTABLE,
                CD_nickname            STRING,
                CD_purpose             BYTES,
                CD_startDate           TIMESTAMP QUERYABLE SORTABLE,
                GRANT WRITE TO "_creator",
                GRANT CREATE TO "_icloud",
                GRANT READ TO "_world"
            );

            RECORD TYPE CD_LivingAccommodation (
                CD_entityName  STRING QUERYABLE SEARCHABLE SORTABLE,
                CD_isConfirmed INT64 QUERYABLE SORTABLE,
                CD_name        STRING,
                CD_name_ckAsset ASSET,
                CD_rating      DOUBLE QUERYABLE SORTABLE,
                CD_trip        STRING,
                GRANT READ TO "_world"
            );

            RECORD TYPE CD_Flight (
                CD_entityName STRING
            );

            RECORD TYPE Users (
                roles LIST<INT64>,
                GRANT READ TO "_world"
            );

        """
}
