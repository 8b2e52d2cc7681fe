import { slugOf } from '#domain/blog/slug.ts'

/** Ids that pages of the site give to parts of their own; also with `-heading` behind them. */
const RESERVED_ANCHORS = ['main', 'closing', 'roles', 'reporting', 'newsletter-email']

/**
 * Where the headings of a page can be found, in their order: their words as an address has them, or their number where
 * none can stand in one. No two are alike, whatever an operator calls the parts.
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
