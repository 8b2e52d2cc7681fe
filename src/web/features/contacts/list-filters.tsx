import { useEffect, useRef, useState } from 'react'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { categoryColor, categoryLabel } from '#web/ui/category.tsx'
import { cx } from '#web/ui/class-names.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { CHIP, CHIP_ON } from './chip-classes.ts'
import { type ContactsUrlState, permissionLabel } from './use-contacts-url-state.ts'

const FilterPanel = lazyDialog(async () => (await import('./filter-panel.tsx')).FilterPanel)
const FilterChips = lazyDialog(async () => (await import('./filter-chips.tsx')).FilterChips)

const CHIP_OFF = 'border-line-strong bg-surface text-muted hover:bg-raised hover:text-text'

const SIGNAL_CHOICES = [
  { value: null, label: 'All signals' },
  ...CATEGORIES.map((value) => ({ value, label: categoryLabel(value), color: categoryColor(value) })),
]
const PERMISSION_CHOICES = [false, true].map((value) => ({ value, label: permissionLabel(value) }))

/** The filters by top signal and contact permission; narrow screens scroll to the selected one. */
export function ListFilters({ urlState }: { urlState: ContactsUrlState }) {
  const { signal, doNotContact, setSignal, setPermission } = urlState
  const rowRef = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each selection
  useEffect(() => {
    const pressedButton = rowRef.current?.querySelectorAll('[aria-pressed="true"]')
    pressedButton?.[pressedButton.length - 1]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [signal, doNotContact])
  return (
    <div
      ref={rowRef}
      className="-mx-4 flex min-w-0 gap-x-3 gap-y-1.5 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-5 sm:px-5 md:-mx-1 md:px-1 md:@min-[50rem]:flex-wrap"
    >
      <MoreFilters urlState={urlState} />
      <FilterGroup label="Signal filter" value={signal} choices={SIGNAL_CHOICES} onChoose={setSignal} />
      <FilterGroup
        label="Contact permission filter"
        value={doNotContact}
        choices={PERMISSION_CHOICES}
        // A second click clears the filter.
        onChoose={(choice) => setPermission(choice === doNotContact ? null : choice)}
      />
    </div>
  )
}

/** Opens the filter panel and shows its filters as chips. The code of both loads when first needed. */
function MoreFilters({ urlState }: { urlState: ContactsUrlState }) {
  const [isOpen, setIsOpen] = useState(false)
  const isActive = Object.keys(urlState.panel).length > 0
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={cx(CHIP, isActive ? CHIP_ON : CHIP_OFF)}
      >
        Filters
      </button>
      {isOpen && <FilterPanel urlState={urlState} onClose={() => setIsOpen(false)} />}
      {isActive && <FilterChips urlState={urlState} />}
    </>
  )
}

interface FilterGroupProps<Value> {
  label: string
  value: Value
  /** Values and their labels; `color` adds a dot. */
  choices: readonly { value: Value; label: string; color?: string }[]
  onChoose: (value: Value) => void
}

/** Toggle buttons of which at most one is selected. */
function FilterGroup<Value>({ label, value, choices, onChoose }: FilterGroupProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend for ten small toggles
    <div role="group" aria-label={label} className="flex gap-1.5 md:@min-[50rem]:flex-wrap">
      {choices.map((choice) => (
        <button
          key={choice.label}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
          className={cx(CHIP, choice.value === value ? CHIP_ON : CHIP_OFF)}
        >
          {choice.color && (
            <span aria-hidden className="size-2 rounded-full" style={{ background: choice.color }} />
          )}
          {choice.label}
        </button>
      ))}
    </div>
  )
}
