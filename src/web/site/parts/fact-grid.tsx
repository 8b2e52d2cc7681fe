import { cx } from '#web/ui/class-names.ts'
import { LinkedText } from './linked-text.tsx'

const COLUMNS = {
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-2 lg:grid-cols-3',
  4: 'sm:grid-cols-2 xl:grid-cols-4',
} as const

interface FactGridProps {
  facts: readonly { title: string; text: string }[]
  /** On wide screens. */
  columns: keyof typeof COLUMNS
}

/** Grid of short texts with titles. */
export function FactGrid({ facts, columns }: FactGridProps) {
  return (
    <ul className={cx('grid gap-x-10 gap-y-8', COLUMNS[columns])}>
      {facts.map(({ title, text }) => (
        <li key={title} className="border-t border-line pt-4">
          <h3>{title}</h3>
          <p className="mt-1.5 text-muted">
            <LinkedText text={text} />
          </p>
        </li>
      ))}
    </ul>
  )
}
