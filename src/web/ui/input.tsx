import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'
import { CONTROL, useFieldWiring } from './field-context.ts'

export interface InputProps extends ComponentProps<'input'> {
  /** Decoration at the left, usually an icon. */
  leading?: ReactNode
  /** Content at the right, such as a key hint. */
  trailing?: ReactNode
}

/** A one-line text input. `className` applies to the wrapper if there is leading or trailing content, else to the input. */
export function Input({ leading, trailing, className, ...rest }: InputProps) {
  const wiring = useFieldWiring()
  const edges = Boolean(leading) || Boolean(trailing)
  const classes = cx(
    CONTROL,
    'h-9 max-md:h-11',
    Boolean(leading) && 'pl-9',
    Boolean(trailing) && 'pr-10',
    !edges && className,
  )
  const input = <input type="text" {...wiring} {...rest} className={classes} />
  if (!edges) return input
  return (
    <span className={cx('relative block', className)}>
      {leading && (
        <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-dim [&_svg]:size-4">
          {leading}
        </span>
      )}
      {input}
      {trailing && (
        <span className="absolute inset-y-0 right-2 grid place-items-center text-dim">{trailing}</span>
      )}
    </span>
  )
}
