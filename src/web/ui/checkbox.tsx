import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import { cx } from './class-names.ts'

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** Text beside the box, part of the target. Without it give an `aria-label`. */
  label?: ReactNode
  /** Some but not all of a set are ticked. */
  indeterminate?: boolean
}

/** The browser's own checkbox, dressed; a 24 px target around a 18 px box. */
export function Checkbox({ label, indeterminate = false, className, ref, ...rest }: CheckboxProps) {
  const own = useRef<HTMLInputElement | null>(null)
  useEffect(() => {
    if (own.current) own.current.indeterminate = indeterminate
  }, [indeterminate])
  const attach = (element: HTMLInputElement | null) => {
    own.current = element
    if (typeof ref === 'function') return ref(element)
    if (ref) ref.current = element
  }
  const mark = 'pointer-events-none relative col-start-1 row-start-1 hidden size-3.5 text-on-accent stroke-3'
  const box = (
    <span className={cx('relative grid size-6 shrink-0 place-items-center', !label && className)}>
      <input
        {...rest}
        ref={attach}
        type="checkbox"
        className="peer absolute inset-0 size-full appearance-none opacity-0"
      />
      <span
        className={cx(
          'pointer-events-none col-start-1 row-start-1 size-4.5 rounded-sm border border-dim transition-colors',
          'peer-checked:border-accent peer-checked:bg-accent peer-indeterminate:border-accent peer-indeterminate:bg-accent',
          'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent',
          'peer-disabled:opacity-55',
        )}
      />
      <Check aria-hidden className={cx(mark, 'peer-checked:not-peer-indeterminate:block')} />
      <Minus aria-hidden className={cx(mark, 'peer-indeterminate:block')} />
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
