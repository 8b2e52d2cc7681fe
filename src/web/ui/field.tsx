import { type ReactNode, useId, useMemo } from 'react'
import { cx } from './class-names.ts'
import { FieldContext } from './field-context.ts'
import { Label } from './label.tsx'

export interface FieldProps {
  label: ReactNode
  /** One control: Input, Textarea or Select. Its id and descriptions come from the field. */
  children: ReactNode
  error?: string
  hint?: ReactNode
  /** Adds the asterisk and `aria-required`. */
  required?: boolean
  /** Shows the label to screen readers only. */
  hideLabel?: boolean
  className?: string
}

/** Connects label, control, hint and error text. */
export function Field({ label, children, error, hint, required, hideLabel, className }: FieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  const wiring = useMemo(
    () => ({
      id,
      'aria-describedby': described || undefined,
      'aria-invalid': error ? (true as const) : undefined,
      'aria-required': required ? (true as const) : undefined,
    }),
    [id, described, error, required],
  )
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <Label htmlFor={id} className={hideLabel ? 'sr-only' : undefined}>
        {label}
        {required && <span aria-hidden>*</span>}
      </Label>
      <FieldContext value={wiring}>{children}</FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="text-[13px] text-dim">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-[13px] text-red">
          {error}
        </p>
      )}
    </div>
  )
}
