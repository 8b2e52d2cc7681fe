import { cx } from '#web/ui/class-names.ts'

interface FigureRowProps {
  figures: readonly { value: string; label: string }[]
  className?: string
}

/** Row of large figures with labels. */
export function FigureRow({ figures, className }: FigureRowProps) {
  return (
    <dl
      className={cx(
        'grid gap-x-10 gap-y-6',
        figures.length % 2 === 0 ? 'grid-cols-2 lg:grid-cols-4' : 'sm:grid-cols-3',
        className,
      )}
    >
      {figures.map(({ value, label }) => (
        <div
          key={label}
          className="flex flex-col-reverse justify-end gap-1.5 border-t border-line-strong pt-4"
        >
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-3xl font-semibold tracking-[-0.02em] tabular-nums sm:text-4xl">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
