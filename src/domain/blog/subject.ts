/** Characters of a title that search results show. */
const TITLE_SHOWN = 70

/** What a prompt says about writing, and not about the subject. */
const ASKING = [
  /^(?:please\s+)?(?:can you\s+|could you\s+)?(?:write|create|draft|generate|compose|produce|make|prepare)\b(?:\s+(?:me|us))?/i,
  /^\s*(?:an?|the|one|some)?\s*(?:new|short|long|detailed|practical|friendly|seo)?\s*(?:blog\s+)?(?:article|post|guide|text|piece|blog)s?\b/i,
  /^\s*(?:about|on|for|explaining|that explains|describing|which explains|covering)\b/i,
]

/** What a prompt asks to be written about: its first sentence or line, without "Write an article about". */
export function subjectOf(prompt: string): string {
  const first = /^[^\n]*?(?:[.!?](?=\s|$)|$)/m.exec(prompt.trim())?.[0] ?? prompt
  const asked = ASKING.reduce((text, pattern) => text.replace(pattern, '').trim(), first.trim())
  return (asked || first).replace(/[.!:;,\s]+$/, '').trim() || prompt.trim()
}

/** A subject as a title: its first letter large, whole words, at most so many characters as search results show. */
export function titleOf(subject: string): string {
  const line = subject.replace(/\s+/g, ' ').trim()
  const title = `${line.slice(0, 1).toUpperCase()}${line.slice(1)}`
  if (title.length <= TITLE_SHOWN) return title
  const start = title.slice(0, TITLE_SHOWN)
  const whole = start.replace(/\s+\S*$/, '')
  // A single word without end is cut, and never inside a pair of surrogates.
  return (whole || start).replace(/[\ud800-\udbff]$/, '').replace(/[\s,;:–—-]+$/, '')
}

/** Keywords of an article that came with none: its subject where it is short enough, else its category. */
export function keywordsFor(subject: string, category: string): string[] {
  const words = subject.trim().split(/\s+/).length
  return [subject.length <= 50 && words <= 5 ? subject.toLowerCase() : category.toLowerCase()]
}
