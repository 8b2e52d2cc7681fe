import { useQuery } from '@tanstack/react-query'
import type { PanelFilter } from '#contract/contacts.ts'
import { assigneeOptions, useMembers } from '#web/features/organization/members.ts'
import { useTeams } from '#web/features/team/teams-queries.ts'
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
import { type ListFilter, NO_PANEL_FILTERS, permissionLabel } from './use-contacts-url-state.ts'

interface ActiveFilter {
  key: string
  /** Each value's label and the URL changes that remove it. */
  values: { label: string; changes: Record<string, string | null> }[]
  /** The list's filters without this one. */
  listWithout: Partial<ListFilter>
}

/** URL changes that clear every filter but keep the search. */
export const NO_FILTERS = { ...NO_PANEL_FILTERS, signal: null, reach: null }

/** The panel's active filters with their labels. */
export function usePanelFilters(panel: ListFilter['panel']): ActiveFilter[] {
  const tags = useQuery({ ...read('GET /api/tags'), enabled: panel.tags !== undefined })
  const tagName = (value: string) => tags.data?.find(({ id }) => id === value)?.name ?? 'Tag'
  const members = useMembers()
  const teams = useTeams()
  const labelOf = (key: keyof PanelFilter, text: string): string => {
    if (key === 'team') return `Team ${teams.find(({ id }) => id === text)?.name ?? ''}`.trim()
    if (key !== 'owner') return filterText(key, text)
    if (text === 'unassigned') return 'Unassigned'
    return `Owner ${assigneeOptions(members, text).find(({ value }) => value === text)?.label ?? ''}`.trim()
  }
  return (Object.entries(panel) as [keyof PanelFilter, string][]).map(([key, text]) => {
    const { [key]: _, ...otherFilters } = panel
    const listWithout = { panel: otherFilters }
    if (!(key in CHOICE_LABELS))
      return { key, values: [{ label: labelOf(key, text), changes: { [key]: null } }], listWithout }
    const allValues = valuesIn(text)
    const values = allValues.map((value) => ({
      label: choiceText(key as ChoiceKey, value, key === 'tags' ? tagName(value) : value),
      changes: { [key]: joinValues(allValues.filter((each) => each !== value)) || null },
    }))
    return { key, values, listWithout }
  })
}

/** The search and all active filters with their labels. */
export function useActiveFilters({ search, signal, doNotContact, panel }: ListFilter): ActiveFilter[] {
  const panelFilters = usePanelFilters(panel)
  const filter = (key: string, label: string, listWithout: Partial<ListFilter>): ActiveFilter => ({
    key,
    values: [{ label, changes: { [key]: null } }],
    listWithout,
  })
  return [
    ...(search ? [filter('search', search, { search: '' })] : []),
    ...(signal ? [filter('signal', `Top signal ${categoryLabel(signal)}`, { signal: null })] : []),
    ...(doNotContact === null
      ? []
      : [filter('reach', permissionLabel(doNotContact), { doNotContact: null })]),
    ...panelFilters,
  ]
}
