const FIGURE = /\d+(?:[.,]\d+)*/g

/** The figures of a text, normalized: `1,000`, `$1000.00` and `1000` are equal. */
function figuresIn(text: string): string[] {
  return (text.match(FIGURE) ?? []).map((figure) => String(Number(figure.replaceAll(',', ''))))
}

/** The figures of a text that its evidence does not contain, each once, in order. */
export function unsupportedFigures(text: string, evidence: string): string[] {
  const known = new Set(figuresIn(evidence))
  const found = [...text.matchAll(FIGURE)].map(([figure]) => figure)
  return [...new Set(found.filter((figure) => figuresIn(figure).some((each) => !known.has(each))))]
}
