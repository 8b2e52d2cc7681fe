import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#web/ui/class-names.ts'
import { CONTROL } from '#web/ui/field-context.ts'
import { Label } from '#web/ui/label.tsx'

const SITE_CONTROL = cx(CONTROL, 'md:text-base')

interface ContactFieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  /** Used as the id as well. */
  name: string
  label: string
}

/** Labeled input with an element for the error that the form's script fills in. */
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

/** Labeled textarea with an element for its error. */
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
