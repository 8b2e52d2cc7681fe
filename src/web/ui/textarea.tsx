import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'
import { CONTROL, useFieldWiring } from './field-context.ts'

/** A multi-line text input; `rows` sets its initial height. */
export function Textarea({ className, rows = 4, ...rest }: ComponentProps<'textarea'>) {
  const wiring = useFieldWiring()
  return (
    <textarea rows={rows} {...wiring} {...rest} className={cx(CONTROL, 'py-2 leading-normal', className)} />
  )
}
