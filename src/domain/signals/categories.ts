/** The nine life-event categories, in the order every list, dial and filter shows them. The set is fixed. */
export const CATEGORIES = [
  'death',
  'divorce',
  'downsizing',
  'debt',
  'diapers',
  'diplomas',
  'diamonds',
  'destinations',
  'disaster',
] as const

export type Category = (typeof CATEGORIES)[number]

/** Categories as one number: a bit for each, in their order. */
export function categoryBits(categories: readonly Category[]): number {
  return categories.reduce((bits, category) => bits | (1 << CATEGORIES.indexOf(category)), 0)
}
