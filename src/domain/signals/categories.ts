/** The nine life-event categories, in the order of every list, dial and filter. The set is fixed. */
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

/** Encodes categories as one number with a bit for each. */
export function categoryBits(categories: readonly Category[]): number {
  return categories.reduce((bits, category) => bits | (1 << CATEGORIES.indexOf(category)), 0)
}
