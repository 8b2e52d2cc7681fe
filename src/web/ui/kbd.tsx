import type { ReactNode } from 'react'
import { cx } from './class-names.ts'

/** A key or chord. */
export function Kbd({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <kbd
      className={cx(
        'inline-grid h-5 min-w-5 place-items-center rounded-sm border border-line-strong px-1 font-mono text-xs text-muted',
        className,
      )}
    >
      {children}
    </kbd>
  )
}

/** The keys of a shortcut. */
export function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex gap-1">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  )
}
