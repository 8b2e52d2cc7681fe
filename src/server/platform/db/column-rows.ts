/** Rows as JSON with the names of columns, for `jsonb_populate_recordset`: `zipCode` becomes `zip_code`. */
export function columnRows(rows: readonly object[]): string {
  return JSON.stringify(
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value])),
    ),
  )
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
