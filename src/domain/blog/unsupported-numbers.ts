const NUMBER_PATTERN = /\d+(?:[.,]\d+)*/g

/** The numbers in a text, normalized: `1,000`, `$1000.00` and `1000` are equal. */
function numbersIn(text: string): string[] {
  return (text.match(NUMBER_PATTERN) ?? []).map((number) => String(Number(number.replaceAll(',', ''))))
}

/** The numbers in a text that its evidence doesn't contain, without duplicates, in order. */
export function unsupportedNumbers(text: string, evidence: string): string[] {
  const evidenceNumbers = new Set(numbersIn(evidence))
  const numbers = [...text.matchAll(NUMBER_PATTERN)].map(([number]) => number)
  return [
    ...new Set(numbers.filter((number) => numbersIn(number).some((value) => !evidenceNumbers.has(value)))),
  ]
}
