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
