import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { CONTROL_CLASSES, Label } from '#web/ui/form.tsx'
import { LinkedText } from '../documentation/document-blocks.tsx'

interface PublicFormProps {
  /** Form handler, see `enhance/forms.ts`. */
  enhance: 'contact' | 'privacy-request'
  action: string
  headingId: string
  /** Address to write to when JavaScript is off. */
  mailbox: string
  submitLabel: string
  children: ReactNode
}

/** A form for everyone. The page's script validates and submits it. */
export function PublicForm(props: PublicFormProps) {
  const { enhance, action, headingId, mailbox, submitLabel, children } = props
  return (
    <>
      <noscript>
        <p className="rounded-lg border border-line bg-surface p-5">
          This form needs JavaScript. Without it, write to <LinkedText text={mailbox} />.
        </p>
      </noscript>
      <form
        method="post"
        action={action}
        data-enhance={enhance}
        data-checks
        noValidate
        aria-labelledby={headingId}
        className="grid gap-x-4 gap-y-5 sm:grid-cols-2 noscript:hidden"
      >
        <p className="text-sm text-dim sm:col-span-2">Fields marked with * are required.</p>
        {children}
        <HoneypotField />
        <div className="sm:col-span-2">
          <Button type="submit" variant="primary" size="lg" className="min-w-44 max-sm:w-full">
            {submitLabel}
          </Button>
        </div>
      </form>
    </>
  )
}

type Control = ComponentProps<'input'> & ComponentProps<'textarea'> & ComponentProps<'select'>

export interface PublicFieldProps extends Omit<Control, 'id' | 'ref'> {
  /** Used as the id as well. */
  name: string
  label: string
  as?: 'input' | 'textarea' | 'select'
}

const INPUT_CLASSES = cx(CONTROL_CLASSES, 'h-11 md:text-base')
const CONTROL_TYPE_CLASSES = {
  input: INPUT_CLASSES,
  select: INPUT_CLASSES,
  textarea: cx(CONTROL_CLASSES, 'py-2.5 leading-normal md:text-base'),
}

/** Labeled control with an element for the error that the form's script fills in. */
export function PublicField({ label, className, as: Control = 'input', ...control }: PublicFieldProps) {
  const { name, required, type } = control
  const inputMode = (['email', 'tel'] as const).find((mode) => mode === type)
  return (
    <div className={cx('grid content-start gap-1.5', className)}>
      <Label htmlFor={name} className="sm:text-sm">
        {label}
        {required && <span aria-hidden> *</span>}
      </Label>
      <Control
        {...control}
        id={name}
        inputMode={inputMode}
        aria-describedby={`${name}-error`}
        className={CONTROL_TYPE_CLASSES[Control]}
      />
      <p id={`${name}-error`} className="text-sm text-red empty:hidden" />
    </div>
  )
}

/**
 * Hidden field that only bots fill in; the server discards such submissions. It isn't rendered, so people and browser
 * autofill never reach it.
 */
export function HoneypotField() {
  return (
    <div aria-hidden className="hidden">
      <input name="website" aria-label="Website" type="text" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
