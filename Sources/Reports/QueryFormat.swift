/// How the rows of a query are printed.
package enum QueryFormat: String, CaseIterable, Sendable { case text, csv, json, ndjson }
