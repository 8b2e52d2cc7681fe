import type { ContactSort } from '#contract/contacts.ts'
import { Select } from '#web/ui/select.tsx'
import { CONTACT_SORTS } from './use-contacts-url-state.ts'

const LABELS: Record<ContactSort, string> = {
  score: 'Highest score',
  chance: 'Highest chance',
  name: 'Name',
  enriched: 'Recently enriched',
  task: 'Next task',
}

const OPTIONS = CONTACT_SORTS.map((value) => ({ value, label: LABELS[value] }))

/** Sort order of the list. */
export function SortSelect(props: { value: ContactSort; onChange: (sort: ContactSort) => void }) {
  return (
    <Select
      aria-label="Sort by"
      options={OPTIONS}
      value={props.value}
      onChange={(event) => {
        const chosen = CONTACT_SORTS.find((sort) => sort === event.target.value)
        if (chosen) props.onChange(chosen)
      }}
      className="w-46 max-sm:flex-1 sm:@max-[50rem]:w-42"
    />
  )
}
