package import Reports
package import RunAnalysis
internal import RunModel

/// One run in a few sentences.
package func runSummaryPage(
  of report: RunReport, diagnoses: [Diagnosis], unit: DistanceUnit
) -> Page {
  let measurement = report.measurement
  let statements = report.statements.map { statement -> Markup in
    "<li>\(statementText(statement, measured: measurement.distance, unit: unit))</li>"
  }
  let findings = diagnoses.map { diagnosis -> Markup in "<li>\(diagnosis.sentence)</li>" }
  return Page(
    title: report.title,
    body: """
      <main>
      <h1><bdi>\(report.title)</bdi></h1>
      <p>\(unit.text(measurement.distance)) by \(report.setText), of \(unit.text(measurement.rawDistance)) raw.</p>
      <ul>\(statements)\(findings)</ul>
      </main>
      """)
}
