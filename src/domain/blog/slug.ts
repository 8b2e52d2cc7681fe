const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const MAX_LENGTH = 80

/** Whether a text can name a post in its address: small letters, digits and single hyphens, at most 80 characters. */
export function isSlug(text: string): boolean {
  return text.length <= MAX_LENGTH && SLUG.test(text)
}

/** The words of a text as they stand in an address: `Équity & taxes` → `equity-and-taxes`; empty where there are none. */
export function slugOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .replaceAll('&', ' and ')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return shortenSlug(words ?? [])
}

/** As many whole words as fit; a single one that does not is cut. */
function shortenSlug([first = '', ...words]: readonly string[]): string {
  let slug = first.slice(0, MAX_LENGTH)
  for (const word of words) {
    if (slug.length + 1 + word.length > MAX_LENGTH) break
    slug += `-${word}`
  }
  return slug
}
