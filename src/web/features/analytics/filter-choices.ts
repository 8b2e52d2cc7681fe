import { useQuery } from '@tanstack/react-query'
import { RELATIONSHIPS } from '#domain/activities/relationship.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { choiceText } from '#web/features/contacts/filter-texts.ts'
import { memberName, useMembers } from '#web/features/organization/members.ts'
import { tagsQuery } from '#web/features/tags/tags-queries.ts'
import { useTeams } from '#web/features/team/teams-queries.ts'
import { read } from '#web/lib/query-client.ts'
import { categoryLabel } from '#web/ui/category.tsx'
import type { FilterKey, QueryTexts } from './use-analytics-url-state.ts'

type Option = { value: string; label: string }
type FilterChoices = {
  label: string
  anyLabel: string
  /** None for a typed filter. */
  options?: readonly Option[]
}

/** The lead sources of contacts; empty while loading. */
export function useSources(): readonly string[] {
  const counts = useQuery(read('GET /api/contacts/counts', { query: {} }))
  return (counts.data?.source ?? []).map(({ value }) => value)
}

/** Names and choices of each filter. A chosen value stays listed when it is gone, such as a former member. */
export function useFilterChoices(
  query: QueryTexts,
  sources: readonly string[] = [],
): Record<FilterKey, FilterChoices> {
  const members = useMembers()
  const teams = useTeams()
  const tags = useQuery(tagsQuery).data ?? []
  const withChosen = (key: FilterKey, options: readonly Option[], goneLabel?: string): readonly Option[] => {
    const value = query[key]
    if (!value || options.some((option) => option.value === value)) return options
    return [...options, { value, label: goneLabel ?? value }]
  }
  return {
    side: {
      label: 'Side',
      anyLabel: 'Sellers and buyers',
      options: [
        { value: 'seller', label: 'Sellers' },
        { value: 'buyer', label: 'Buyers' },
      ],
    },
    member: {
      label: 'Member',
      anyLabel: 'Everyone',
      options: withChosen(
        'member',
        members.map((member) => ({ value: member.id, label: memberName(member) })),
        'Former member',
      ),
    },
    team: {
      label: 'Team',
      anyLabel: 'Any team',
      options: withChosen(
        'team',
        teams.map(({ id, name }) => ({ value: id, label: name })),
        'Deleted team',
      ),
    },
    signal: {
      label: 'Signal',
      anyLabel: 'Any signal',
      options: withChosen(
        'signal',
        CATEGORIES.map((value) => ({ value, label: categoryLabel(value) })),
      ),
    },
    tag: {
      label: 'Tag',
      anyLabel: 'Any tag',
      options: withChosen(
        'tag',
        tags.map(({ id, name }) => ({ value: id, label: name })),
        'Deleted tag',
      ),
    },
    relationship: {
      label: 'Relationship',
      anyLabel: 'Any relationship',
      options: withChosen(
        'relationship',
        RELATIONSHIPS.map((value) => ({ value, label: choiceText('relationship', value) })),
      ),
    },
    source: {
      label: 'Lead source',
      anyLabel: 'Any source',
      options: withChosen(
        'source',
        sources.map((value) => ({ value, label: value })),
      ),
    },
    zip: { label: 'ZIP code', anyLabel: 'Any ZIP code' },
  }
}
