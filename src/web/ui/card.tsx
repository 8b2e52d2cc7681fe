import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

export interface CardProps extends ComponentProps<'div'> {
  /** Reacts to the pointer. The link or button inside should cover the card (`after:absolute after:inset-0`). */
  interactive?: boolean
  selected?: boolean
}

/** A surface with a thin border. The caller sets the padding, usually `p-4`. */
export function Card({ interactive, selected, className, ...rest }: CardProps) {
  return (
    <div
      {...rest}
      className={cx(
        'relative rounded-lg border bg-surface',
        selected ? 'border-accent ring-1 ring-accent' : 'border-line',
        interactive && 'transition-colors hover:border-line-strong hover:bg-raised/60',
        className,
      )}
    />
  )
}
