import { cx } from './class-names.ts'

/** A hairline; decoration, so screen readers pass over it. */
export function Separator({ vertical, className }: { vertical?: boolean; className?: string }) {
  return (
    <div
      aria-hidden
      className={cx('shrink-0 bg-line', vertical ? 'w-px self-stretch' : 'h-px w-full', className)}
    />
  )
}
