const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  nbsp: ' ',
  '#39': "'",
}
/** Tags that separate words. */
const BLOCK_TAG_PATTERN =
  /<\/?(?:h[1-6]|p|li|ul|ol|tr|t[dh]|table|blockquote|pre|figure|figcaption|div|br|hr|img)\b[^>]*>/g

/** Sanitized HTML as one line of plain text. */
export function plainText(html: string): string {
  return html
    .replace(BLOCK_TAG_PATTERN, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Counts words. A number or price is one word; a dash between spaces is none. */
export function wordCount(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
}

/** Average silent reading speed of adults for English non-fiction, in words per minute (Brysbaert 2019). */
const WORDS_PER_MINUTE = 238

/** Minutes to read that many words, rounded up; at least one. */
export function readingTime(words: number): number {
  return Math.max(1, Math.ceil(words / WORDS_PER_MINUTE))
}

/** The first whole sentences that fit into `max` characters; if none fits, the first words. */
export function excerptOf(text: string, max = 200): string {
  if (text.length <= max) return text
  const start = text.slice(0, max)
  const sentence = /^.*[.!?](?=\s)/s.exec(text.slice(0, max + 1))?.[0]
  if (sentence && sentence.length <= max) return sentence
  const words = start.slice(0, -1).replace(/\s+\S*$/, '')
  return `${words.replace(/[\s,;:–—-]+$/, '')}…`
}
