import { cx } from './class-names.ts'

export interface ProgressProps {
  /** Clamped to 0..`max`. */
  value: number
  max?: number
  /** Read by screen readers. */
  label: string
  /** Any CSS color; the accent by default. */
  color?: string
  className?: string
}

/** A horizontal bar. */
export function Progress({
  value,
  max = 100,
  label,
  color = 'var(--color-accent)',
  className,
}: ProgressProps) {
  const clampedValue = Math.min(max, Math.max(0, value))
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={clampedValue}
      className={cx('h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      <div
        className="h-full rounded-full transition-[width]"
        style={{ width: `${max > 0 ? (clampedValue / max) * 100 : 0}%`, background: color }}
      />
    </div>
  )
}
