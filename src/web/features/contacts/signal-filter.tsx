import { CATEGORIES, type Category } from '#domain/signals/categories.ts'
import { categoryColor, categoryLabel } from '#web/ui/category-look.ts'
import { cx } from '#web/ui/class-names.ts'

interface SignalFilterProps {
  value: Category | null
  onChange: (value: Category | null) => void
}

/** Ten choices: everyone, or the people whose strongest signal is of one category. */
export function SignalFilter({ value, onChange }: SignalFilterProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend for ten small toggles
    <div
      role="group"
      aria-label="Signal filter"
      className="-mx-4 flex min-w-0 gap-1.5 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-5 sm:px-5 md:-mx-1 md:px-1 md:@min-[50rem]:flex-wrap"
    >
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
