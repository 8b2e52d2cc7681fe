import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Text beside the box, part of the target. Without it, pass an `aria-label`. */
  label?: ReactNode
}

/** A styled native checkbox: a 24 px target around an 18 px box. */
export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  const box = (
    <span className={cx('relative grid size-6 shrink-0 place-items-center', !label && className)}>
      <input
        {...rest}
        type="checkbox"
        className="peer absolute inset-0 size-full appearance-none opacity-0"
      />
      <span
        className={cx(
          'pointer-events-none col-start-1 row-start-1 size-4.5 rounded-sm border border-dim transition-colors',
          'peer-checked:border-accent peer-checked:bg-accent',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
          'peer-disabled:opacity-55',
        )}
      />
      <Check
        aria-hidden
        className="pointer-events-none relative col-start-1 row-start-1 hidden size-3.5 stroke-3 text-on-accent peer-checked:block"
      />
    </span>
  )
  if (!label) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input is inside `box`
    <label className={cx('inline-flex items-start gap-2 py-0.5 leading-6', className)}>
      {box}
      <span>{label}</span>
    </label>
  )
}
