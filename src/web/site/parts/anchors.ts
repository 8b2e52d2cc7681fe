import { slugOf } from '#domain/blog/slug.ts'

/** Ids that site pages use for their own sections, also with a `-heading` suffix. */
const RESERVED_ANCHORS = ['main', 'closing', 'roles', 'reporting', 'newsletter-email']

/**
 * Unique anchors for the headings of a page, in order: a slug of the words, or `part-<n>` where no Latin letters or
 * digits remain.
 */
export function anchorsOf(headings: readonly string[]): string[] {
  const taken = new Set(RESERVED_ANCHORS)
  return headings.map((heading, at) => {
    const words = slugOf(heading)
    let anchor = words || `part-${at + 1}`
    for (let n = at + 1; taken.has(anchor); n++) anchor = `${words || 'part'}-${n}`
    taken.add(anchor)
    return anchor
  })
}
