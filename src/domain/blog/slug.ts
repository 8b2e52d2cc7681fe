const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/
const LONGEST = 80

/** Whether a text can name a post in its address: small letters, digits and single hyphens, at most 80 characters. */
export function isSlug(text: string): boolean {
  return text.length <= LONGEST && SLUG.test(text)
}

/** The words of a text as they stand in an address: `Équity & taxes` → `equity-and-taxes`; empty where there are none. */
export function slugOf(text: string): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .replaceAll('&', ' and ')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return shortened(words ?? [])
}

/** As many whole words as fit; a single one that does not is cut. */
function shortened([first = '', ...words]: readonly string[]): string {
  let slug = first.slice(0, LONGEST)
  for (const word of words) {
    if (slug.length + 1 + word.length > LONGEST) break
    slug += `-${word}`
  }
  return slug
}
