const SLUG_PATTERN = /^[a-z0-9]+(-[a-z0-9]+)*$/
const MAX_LENGTH = 80

/** True if a text is a valid URL slug: lowercase letters, digits and single hyphens, at most 80 characters. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_LENGTH && SLUG_PATTERN.test(text)
}

/** Turns a text into a slug: `Équity & taxes` → `equity-and-taxes`; empty without Latin letters or digits. */
export function slugOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .replaceAll('&', ' and ')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return shortenSlug(words ?? [])
}

/** As many whole words as fit; a single long word is cut. */
function shortenSlug([first = '', ...words]: readonly string[]): string {
  let slug = first.slice(0, MAX_LENGTH)
  for (const word of words) {
    if (slug.length + 1 + word.length > MAX_LENGTH) break
    slug += `-${word}`
  }
  return slug
}
