import { LoaderCircle } from 'lucide-react'
import { cx } from './class-names.ts'

/** A spinning ring; announced to screen readers with `label`, else decorative. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const ring = <LoaderCircle aria-hidden className={cx('size-4 animate-spin', className)} />
  if (!label) return ring
  return (
    <output className="inline-flex">
      {ring}
      <span className="sr-only">{label}</span>
    </output>
  )
}
