/** Parses comma-separated keywords: trimmed, without empty ones and repeats. */
export function parseKeywords(typed: string): string[] {
  const found = new Map<string, string>()
  for (const part of typed.split(',')) {
    const keyword = part.trim()
    if (keyword && !found.has(keyword.toLowerCase())) found.set(keyword.toLowerCase(), keyword)
  }
  return [...found.values()]
}

/** Joins keywords for the text field. */
export function joinKeywords(keywords: readonly string[]): string {
  return keywords.join(', ')
}
