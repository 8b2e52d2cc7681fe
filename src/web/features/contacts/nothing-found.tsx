import { useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { NO_FILTERS, useActiveFilters } from './active-filters.ts'
import { contactPages } from './contacts-queries.ts'
import { peopleText } from './total-text.ts'
import type { ContactsUrlState, ListState } from './use-contacts-url-state.ts'

/** Shown when nothing matches: offers to remove each filter, with the number of people that would match then. */
export function NothingFound({ urlState }: { urlState: ContactsUrlState }) {
  const filters = useActiveFilters(urlState)
  const hasOneFilter = filters.length === 1
  return (
    <div className="mx-auto grid max-w-sm justify-items-center gap-2">
      <EmptyState
        icon={<SearchX />}
        title="No contacts found"
        description={
          hasOneFilter
            ? `No contact matches ${labelOf(filters[0])}.`
            : 'No contact matches all filters. Remove one to see more people.'
        }
        className="-mb-7"
      />
      {!hasOneFilter &&
        filters.map((filter) => (
          <RemoveFilterButton
            key={filter.key}
            label={labelOf(filter)}
            list={{ ...urlState, ...filter.listWithout }}
            onClick={() => urlState.change({ [filter.key]: null })}
          />
        ))}
      <Button variant="ghost" onClick={() => urlState.change({ ...NO_FILTERS, search: null })}>
        Clear all
      </Button>
    </div>
  )
}

function labelOf(filter: { values: readonly { label: string }[] } | undefined): string {
  return `“${filter?.values.map(({ label }) => label).join(', ')}”`
}

/** Loads the list without the filter for its count, so that a click shows it at once. */
function RemoveFilterButton(props: { label: string; list: ListState; onClick: () => void }) {
  const { data } = useInfiniteQuery(contactPages(props.list))
  return (
    <Button onClick={props.onClick} className="max-w-full">
      <span className="truncate">Without {props.label}</span>
      <span className="text-dim tabular-nums">{peopleText(data?.pages[0]?.total)}</span>
    </Button>
  )
}
