/** A whole number from 1 to `max` as typed. @returns null for an empty text, undefined for any other text */
export function parseCount(text: string, max: number): number | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const count = /^(?:\d+|\d{1,3}(?:,\d{3})+)$/.test(trimmed) ? Number(trimmed.replaceAll(',', '')) : 0
  return count >= 1 && count <= max ? count : undefined
}

/** ZIP codes as typed, separated by spaces or commas. @returns undefined if anything else is among them */
export function parseZipCodes(text: string): string[] | undefined {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  return words.every((word) => /^\d{5}$/.test(word)) ? [...new Set(words)] : undefined
}
