/** Keywords as typed in one field: separated by commas, trimmed, empty ones and repetitions dropped. */
export function parseKeywords(typed: string): string[] {
  const found = new Map<string, string>()
  for (const part of typed.split(',')) {
    const keyword = part.trim()
    if (keyword && !found.has(keyword.toLowerCase())) found.set(keyword.toLowerCase(), keyword)
  }
  return [...found.values()]
}

/** Keywords as they stand in the field. */
export function joinKeywords(keywords: readonly string[]): string {
  return keywords.join(', ')
}
