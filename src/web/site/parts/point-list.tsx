import { Check } from 'lucide-react'
import { cx } from '#web/ui/class-names.ts'
import { LinkedText } from './linked-text.tsx'

/** List with check marks. */
export function PointList({ points, className }: { points: readonly string[]; className?: string }) {
  return (
    <ul className={cx('grid gap-3', className)}>
      {points.map((point) => (
        <li key={point} className="flex gap-3">
          <Check aria-hidden className="mt-1 size-4 shrink-0 text-accent" />
          <span className="min-w-0">
            <LinkedText text={point} />
          </span>
        </li>
      ))}
    </ul>
  )
}
