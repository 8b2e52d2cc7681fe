import type { ContactSort } from '#contract/contacts.ts'
import { Select } from '#web/ui/form.tsx'
import { SORT_LABELS } from './use-contacts-url-state.ts'

const OPTIONS = (Object.keys(SORT_LABELS) as ContactSort[]).map((value) => ({
  value,
  label: SORT_LABELS[value],
}))

/** Sort order of the list. */
export function SortSelect(props: { value: ContactSort; onChange: (sort: ContactSort) => void }) {
  return (
    <Select
      aria-label="Sort by"
      options={OPTIONS}
      value={props.value}
      onValue={props.onChange}
      className="w-46 max-sm:w-0 max-sm:flex-1 sm:@max-[50rem]:w-42"
    />
  )
}
