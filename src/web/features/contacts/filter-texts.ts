import type { PanelFilter } from '#contract/contacts.ts'
import type { Category } from '#domain/signals/categories.ts'
import { formatPercent } from '#web/lib/format.ts'
import { categoryLabel } from '#web/ui/category.tsx'
import { PANEL_KEYS, type PanelTexts } from './use-contacts-url-state.ts'

/** Labels of the filters with choices. */
export const CHOICE_LABELS = {
  signals: 'Signals',
  tags: 'Tags',
  relationship: 'Relationship',
  source: 'Source',
  city: 'City',
  zip: 'ZIP code',
} as const
export type ChoiceKey = keyof typeof CHOICE_LABELS

/** Labels of the yes and no choices of each filter with two. */
export const FLAG_LABELS = {
  hasPhone: ['Has a working phone', 'No working phone'],
  hasEmail: ['Has an email', 'No email'],
  hasTasks: ['Has open tasks', 'No open tasks'],
  listed: ['Listed for sale', 'Not listed for sale'],
} as const
export type FlagKey = keyof typeof FLAG_LABELS

const RELATIONSHIP_LABELS: Record<string, string> = {
  past_client: 'Past client',
  sphere: 'Sphere',
  lead: 'Lead',
  vendor: 'Vendor',
  other: 'Other',
}

/** A choice's label; for a tag, the name in `label`. */
export function choiceText(key: ChoiceKey, value: string, label = value): string {
  if (key === 'signals') return categoryLabel(value as Category)
  if (key === 'relationship') return RELATIONSHIP_LABELS[value] ?? value
  return label
}

/** The values of a filter. */
export function valuesIn(text: string | undefined): string[] {
  return text ? text.split(/(?<!\\),/).map((value) => value.replaceAll('\\,', ',')) : []
}

/** A saved view's filters as texts: values separated by commas, with `\\,` for a comma within a value. */
export function panelOf(filter: PanelFilter): PanelTexts {
  return Object.fromEntries(
    PANEL_KEYS.flatMap((key) => {
      const value = filter[key]
      if (value === undefined) return []
      return [[key, Array.isArray(value) ? joinValues(value) : String(value)]]
    }),
  )
}

export function joinValues(values: readonly string[]): string {
  return values.map((value) => value.replaceAll(',', '\\,')).join()
}

/** The label of a filter without choices. */
export function filterText(key: keyof PanelFilter, value: string): string {
  if (key in FLAG_LABELS) return FLAG_LABELS[key as FlagKey][value === 'true' ? 0 : 1]
  if (key === 'minScore') return `Score ${value} or more`
  if (key === 'maxScore') return `Score up to ${value}`
  if (key === 'minChance') return `Chance ${formatPercent(Number(value))} or more`
  if (key === 'maxChance') return `Chance up to ${formatPercent(Number(value))}`
  if (key === 'minTenure') return `Owned ${value} years or more`
  if (key === 'maxTenure') return `Owned up to ${value} years`
  return `No contact since ${value}`
}
