import { type ReactNode, useEffect, useRef } from 'react'
import { CATEGORIES, type Category } from '#domain/signals/categories.ts'
import { categoryColor, categoryLabel } from '#web/ui/category-style.ts'
import { cx } from '#web/ui/class-names.ts'
import { CONTACT_PERMISSIONS, type ContactPermission } from './use-contacts-url-state.ts'

/** A row of filters that scrolls to the selected one on narrow screens. @param chosen changes with each selection */
export function ListFilters({ chosen, children }: { chosen: string; children: ReactNode }) {
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for each selection
  useEffect(() => {
    const pressed = row.current?.querySelectorAll('[aria-pressed="true"]')
    pressed?.[pressed.length - 1]?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [chosen])
  return (
    <div
      ref={row}
      className="-mx-4 flex min-w-0 gap-x-3 gap-y-1.5 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-5 sm:px-5 md:-mx-1 md:px-1 md:@min-[50rem]:flex-wrap"
    >
      {children}
    </div>
  )
}

interface FilterProps<Value> {
  value: Value | null
  onChange: (value: Value | null) => void
}

/** Filters by top signal: all, or one of the nine categories. */
export function SignalFilter({ value, onChange }: FilterProps<Category>) {
  return (
    <FilterGroup label="Signal filter">
      <Choice chosen={value === null} onChoose={() => onChange(null)}>
        All signals
      </Choice>
      {CATEGORIES.map((category) => (
        <Choice
          key={category}
          category={category}
          chosen={value === category}
          onChoose={() => onChange(category)}
        >
          {categoryLabel(category)}
        </Choice>
      ))}
    </FilterGroup>
  )
}

export const PERMISSION_LABELS: Record<ContactPermission, string> = {
  'can-contact': 'Can contact',
  'do-not-contact': 'Do not contact',
}

/** Filters by contact permission; a second click clears the filter. */
export function PermissionFilter({ value, onChange }: FilterProps<ContactPermission>) {
  return (
    <FilterGroup label="Contact permission filter">
      {CONTACT_PERMISSIONS.map((reach) => (
        <Choice
          key={reach}
          chosen={value === reach}
          onChoose={() => onChange(value === reach ? null : reach)}
        >
          {PERMISSION_LABELS[reach]}
        </Choice>
      ))}
    </FilterGroup>
  )
}

function FilterGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend for ten small toggles
    <div role="group" aria-label={label} className="flex gap-1.5 md:@min-[50rem]:flex-wrap">
      {children}
    </div>
  )
}

function Choice(props: { category?: Category; chosen: boolean; onChoose: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={props.chosen}
      onClick={props.onChoose}
      className={cx(
        'inline-flex h-8 shrink-0 items-center gap-1.5 rounded-full border px-3 text-[13px] font-medium transition-colors max-md:h-10',
        props.chosen
          ? 'border-accent bg-accent/15 text-text'
          : 'border-line-strong bg-surface text-muted hover:bg-raised hover:text-text',
      )}
    >
      {props.category && (
        <span
          aria-hidden
          className="size-2 rounded-full"
          style={{ background: categoryColor(props.category) }}
        />
      )}
      {props.children}
    </button>
  )
}
