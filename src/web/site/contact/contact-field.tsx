import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { CONTROL } from '#web/ui/field-context.ts'
import { Label } from '#web/ui/label.tsx'

/** The product's controls at the size of the public pages. */
const SITE_CONTROL = cx(CONTROL, 'md:text-base')

interface ContactFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  /** Also its id. */
  name: string
  label: string
}

/** A label, a line to fill in, and the place where the form's script says what is wrong with it. */
export function ContactField({ label, className, ...input }: ContactFieldProps) {
  const { name, required } = input
  return (
    <FieldFrame name={name} label={label} required={required} className={className}>
      <input
        type="text"
        {...input}
        id={name}
        aria-describedby={`${name}-error`}
        className={cx(SITE_CONTROL, 'h-11')}
      />
    </FieldFrame>
  )
}

interface ContactTextProps extends Omit<ComponentProps<'textarea'>, 'id'> {
  name: string
  label: string
}

/** The same for a text of several lines. */
export function ContactText({ label, className, ...text }: ContactTextProps) {
  const { name, required } = text
  return (
    <FieldFrame name={name} label={label} required={required} className={className}>
      <textarea
        rows={7}
        {...text}
        id={name}
        aria-describedby={`${name}-error`}
        className={cx(SITE_CONTROL, 'py-2.5 leading-normal')}
      />
    </FieldFrame>
  )
}

interface FieldFrameProps {
  name: string
  label: string
  required: boolean | undefined
  className: string | undefined
  children: ReactNode
}

function FieldFrame({ name, label, required, className, children }: FieldFrameProps) {
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <Label htmlFor={name} className="sm:text-sm">
        {label}
        {required && <span aria-hidden> *</span>}
      </Label>
      {children}
      <p id={`${name}-error`} className="text-sm text-red empty:hidden" />
    </div>
  )
}
