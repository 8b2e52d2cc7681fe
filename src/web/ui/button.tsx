import { LoaderCircle } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

const VARIANTS = {
  primary: 'bg-text text-page hover:bg-text/88 border-transparent',
  secondary: 'bg-surface text-text border-line-strong hover:bg-raised',
  ghost: 'bg-transparent text-muted border-transparent hover:bg-raised hover:text-text',
  danger: 'bg-danger-fill text-on-danger border-transparent hover:bg-danger-fill/88',
  'danger-quiet': 'bg-surface text-red border-line-strong hover:bg-raised',
} as const

/* 44 px high on phones, except `sm`, which is for secondary actions in dense rows; `row` is as small elsewhere. */
const SIZES = {
  sm: 'h-8 px-2.5 text-[13px]',
  row: 'h-8 px-2.5 text-[13px] max-md:h-11',
  md: 'h-9 px-3 text-sm max-md:h-11 max-md:px-4',
  lg: 'h-11 px-5 text-base',
  icon: 'size-9 text-sm max-md:size-11',
  'icon-sm': 'size-8 text-sm',
} as const

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: keyof typeof VARIANTS
  size?: keyof typeof SIZES
  /** Disabled with a spinner while the action runs. */
  pending?: boolean
  /** Replaces the content while pending, for example "Saving...". */
  pendingLabel?: ReactNode
  /** Applies the button's styles to the single child (a link). */
  asChild?: boolean
}

/** A button; sizes `icon` and `icon-sm` need an `aria-label`. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'md', pending, pendingLabel, asChild, className, ...rest } = props
  const classes = cx(
    'inline-flex shrink-0 items-center justify-center gap-2 rounded-lg border font-medium whitespace-nowrap select-none',
    'transition-colors disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    VARIANTS[variant],
    SIZES[size],
    className,
  )
  if (asChild) return <Slot.Root {...rest} className={classes} />
  const { children, disabled, type = 'button', ...buttonAttributes } = rest
  return (
    <button
      {...buttonAttributes}
      type={type}
      className={classes}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
    >
      {pending && <Spinner />}
      {pending && (pendingLabel || size.startsWith('icon')) ? pendingLabel : children}
    </button>
  )
}

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
