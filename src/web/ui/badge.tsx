import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

const TONES = {
  neutral: 'text-muted',
  green: 'text-green',
  yellow: 'text-yellow',
  orange: 'text-orange',
  red: 'text-red',
  blue: 'text-blue',
} as const

export interface BadgeProps extends ComponentProps<'span'> {
  tone?: keyof typeof TONES
  /** A CSS color for a dot before the text, for example `var(--color-cat-debt)`. */
  dot?: string
  icon?: ReactNode
}

/** A short label on a raised tile. */
export function Badge({ tone = 'neutral', dot, icon, className, children, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={cx(
        'inline-flex h-6 max-w-full items-center gap-1.5 rounded-md bg-raised px-2 text-xs font-medium whitespace-nowrap',
        '[&_svg]:size-3.5 [&_svg]:shrink-0',
        TONES[tone],
        className,
      )}
    >
      {dot && <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: dot }} />}
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}
