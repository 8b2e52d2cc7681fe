/** English number words and their values. */
export const NUMBER_WORDS: Readonly<Record<string, number>> = {
  two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12,
  thirteen: 13, fourteen: 14, fifteen: 15, sixteen: 16, seventeen: 17, eighteen: 18, nineteen: 19, twenty: 20,
  thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90,
} // biome-ignore format: one table

/** A dollar amount or count such as `400k` or `$1.2 million`; null if the text has no number. */
export function parseAmount(text: string | undefined): { amount: number; unit: string } | null {
  const [, digits, unit = ''] = /([\d,]+(?:\.\d+)?) ?(k|thousand|mm?|million)?/.exec(text ?? '') ?? []
  if (digits === undefined) return null
  const factor = /^(?:k|thousand)$/.test(unit) ? 1e3 : unit.startsWith('m') ? 1e6 : 1
  return { amount: Number(digits.replace(/,/g, '')) * factor, unit }
}
