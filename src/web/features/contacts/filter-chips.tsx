import { X } from 'lucide-react'
import { NO_FILTERS, usePanelFilters } from './active-filters.ts'
import { CHIP, CHIP_ON } from './chip-classes.ts'
import type { ContactsUrlState } from './use-contacts-url-state.ts'

/** The panel's active filters as chips; a click removes one. */
export function FilterChips({ urlState }: { urlState: ContactsUrlState }) {
  const chips = usePanelFilters(urlState.panel).flatMap(({ key, values }) =>
    values.map((value) => ({ ...value, key })),
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div role="group" aria-label="Active filters" className="flex gap-1.5 md:@min-[50rem]:flex-wrap">
      {chips.map(({ label, key, changes }) => (
        <button
          key={`${key} ${label}`}
          type="button"
          aria-label={`Remove filter ${label}`}
          onClick={() => urlState.change(changes)}
          className={`${CHIP} ${CHIP_ON}`}
        >
          {label}
          <X aria-hidden className="size-3.5" />
        </button>
      ))}
      <button
        type="button"
        onClick={() => urlState.change(NO_FILTERS)}
        className={`${CHIP} border-transparent text-muted`}
      >
        Clear all
      </button>
    </div>
  )
}
