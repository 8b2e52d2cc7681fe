import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

/** A form label; pass `htmlFor`. Field adds its own. */
export function Label({ className, htmlFor, ...rest }: ComponentProps<'label'>) {
  // biome-ignore lint/a11y/noLabelWithoutControl: the caller says which control
  return <label htmlFor={htmlFor} {...rest} className={cx('text-[13px] font-medium text-text', className)} />
}
