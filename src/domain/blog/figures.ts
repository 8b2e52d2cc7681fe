const FIGURE = /\d+(?:[.,]\d+)*/g

/** Figures of a text as they are compared: `1,000`, `$1000.00` and `1000` are the same. */
function figuresIn(text: string): string[] {
  return (text.match(FIGURE) ?? []).map((figure) => String(Number(figure.replaceAll(',', ''))))
}

/** Figures that a text gives and its evidence does not, each once, in their order. */
export function unsupportedFigures(text: string, evidence: string): string[] {
  const known = new Set(figuresIn(evidence))
  const found = [...text.matchAll(FIGURE)].map(([figure]) => figure)
  return [...new Set(found.filter((figure) => figuresIn(figure).some((each) => !known.has(each))))]
}
