import type { DayRange } from './day-range.ts'
import { categoryText } from './texts.ts'

/** Filters with the names of what they refer to by id. */
export type NamedFilters = {
  side?: string | null | undefined
  member?: string | undefined
  team?: string | undefined
  signal?: string | undefined
  tag?: string | undefined
  relationship?: string | undefined
  source?: string | undefined
  zip?: string | undefined
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** `Nov 1, 2026 – Nov 30, 2026 · Signal: Debt`: what figures cover, for pictures and e-mails. */
export function filtersText({ from, to }: DayRange, filters: NamedFilters): string {
  const range = [from, to].map((day) => dayFormat.format(Date.parse(day)))
  const parts = [
    ['Side', filters.side && categoryText(filters.side)],
    ['Member', filters.member],
    ['Team', filters.team],
    ['Signal', filters.signal && categoryText(filters.signal)],
    ['Tag', filters.tag],
    ['Relationship', filters.relationship && categoryText(filters.relationship.replaceAll('_', ' '))],
    ['Lead source', filters.source === '' ? 'None' : filters.source],
    ['ZIP code', filters.zip === '' ? 'None' : filters.zip],
  ].flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []))
  return [range[0] === range[1] ? range[0] : range.join(' – '), ...parts].join(' · ')
}
