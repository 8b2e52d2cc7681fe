import { useQuery } from '@tanstack/react-query'
import type { PanelFilter } from '#contract/contacts.ts'
import { read } from '#web/lib/query-client.ts'
import { categoryLabel } from '#web/ui/category.tsx'
import {
  CHOICE_LABELS,
  type ChoiceKey,
  choiceText,
  filterText,
  joinValues,
  valuesIn,
} from './filter-texts.ts'
import { type ListFilter, NO_PANEL, permissionLabel } from './use-contacts-url-state.ts'

interface ActiveFilter {
  key: string
  /** The values in words, each with the changes of the URL that take it off. */
  values: { label: string; changes: Record<string, string | null> }[]
  /** The list without the filter. */
  without: Partial<ListFilter>
}

/** URL without any filter; the search stays. */
export const NO_FILTERS = { ...NO_PANEL, signal: null, reach: null }

/** The panel's active filters in words. */
export function usePanelFilters(panel: ListFilter['panel']): ActiveFilter[] {
  const tags = useQuery({ ...read('GET /api/tags'), enabled: panel.tags !== undefined })
  const tagName = (value: string) => tags.data?.find(({ id }) => id === value)?.name ?? 'Tag'
  return (Object.entries(panel) as [keyof PanelFilter, string][]).map(([key, text]) => {
    const { [key]: _, ...rest } = panel
    const without = { panel: rest }
    if (!(key in CHOICE_LABELS))
      return { key, values: [{ label: filterText(key, text), changes: { [key]: null } }], without }
    const all = valuesIn(text)
    const values = all.map((value) => ({
      label: choiceText(key as ChoiceKey, value, key === 'tags' ? tagName(value) : value),
      changes: { [key]: joinValues(all.filter((each) => each !== value)) || null },
    }))
    return { key, values, without }
  })
}

/** All that narrows the list, in words. */
export function useActiveFilters({ search, signal, doNotContact, panel }: ListFilter): ActiveFilter[] {
  const inPanel = usePanelFilters(panel)
  const filter = (key: string, label: string, without: Partial<ListFilter>): ActiveFilter => ({
    key,
    values: [{ label, changes: { [key]: null } }],
    without,
  })
  return [
    ...(search ? [filter('search', search, { search: '' })] : []),
    ...(signal ? [filter('signal', `Top signal ${categoryLabel(signal)}`, { signal: null })] : []),
    ...(doNotContact === null
      ? []
      : [filter('reach', permissionLabel(doNotContact), { doNotContact: null })]),
    ...inPanel,
  ]
}
