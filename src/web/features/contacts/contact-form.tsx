import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import type { ContactDetails } from '#domain/identity/contact-details.ts'
import type { ContactField } from '#domain/identity/contact-draft.ts'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import {
  type ContactFormInput,
  type ContactFormValues,
  contactFields,
  toContactFormInput,
} from './contact-form-values.ts'
import { DetailsSection } from './details-fields.tsx'

type FieldName = ContactField & FieldPath<ContactFormInput>

const FIELDS: readonly {
  name: FieldName
  label: string
  type?: 'email' | 'tel'
  required?: boolean
  className: string
}[] = [
  { name: 'firstName', label: 'First Name', required: true, className: 'sm:col-span-3' },
  { name: 'lastName', label: 'Last Name', required: true, className: 'sm:col-span-3' },
  { name: 'email', label: 'Email', type: 'email', className: 'sm:col-span-3' },
  { name: 'phone', label: 'Phone', type: 'tel', className: 'sm:col-span-3' },
  { name: 'address', label: 'Address', className: 'sm:col-span-6' },
  { name: 'city', label: 'City', className: 'sm:col-span-2' },
  { name: 'state', label: 'State', className: 'sm:col-span-2' },
  { name: 'zipCode', label: 'Zip Code', className: 'sm:col-span-2' },
]

interface ContactFormProps {
  id: string
  /** Initial values; empty fields without them. */
  contact?: Partial<Record<ContactField, string | null>>
  /** Adds the fields for details, filled with these. */
  details?: ContactDetails
  /** Resolves when saved. If it rejects with field errors, they are shown at the fields. */
  onSave: (values: ContactFormValues) => Promise<unknown>
  /** Shown above the fields, for example the server's error. */
  children?: ReactNode
}

/** The eight fields of a contact, and its details if given. Submit buttons in a dialog's footer refer to it by `form={id}`. */
export function ContactForm({ id, contact = {}, details, onSave, children }: ContactFormProps) {
  const form = useForm<ContactFormInput, unknown, ContactFormValues>({
    resolver: zodResolver(contactFields),
    defaultValues: toContactFormInput(contact),
  })
  const { errors } = form.formState

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSave(values)
    } catch (error) {
      const fieldErrors = fieldErrorsOf(error)
      for (const { name } of FIELDS) {
        const message = fieldErrors[name]
        if (message) form.setError(name, { message }, { shouldFocus: true })
      }
      for (const [name, message] of Object.entries(fieldErrors)) {
        if (name.startsWith('details.')) form.setError(name as FieldPath<ContactFormInput>, { message })
      }
    }
  })

  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      {children}
      <div className="grid gap-3.5 sm:grid-cols-6">
        {FIELDS.map(({ name, label, type, required, className }) => (
          <Field
            key={name}
            label={label}
            required={required}
            error={errors[name]?.message}
            className={className}
          >
            {/* No autofill: the browser would offer the user's own data. */}
            <Input {...form.register(name)} type={type} autoComplete="off" />
          </Field>
        ))}
      </div>
      {details && <DetailsSection form={form} details={details} />}
    </form>
  )
}

/** Cancel and Save Changes for the dialog around the form. */
export function ContactFormButtons(props: {
  formId: string
  saving: boolean
  saveLabel: string
  onCancel: () => void
}) {
  return (
    <>
      <Button onClick={props.onCancel} disabled={props.saving}>
        Cancel
      </Button>
      <Button
        type="submit"
        form={props.formId}
        variant="primary"
        pending={props.saving}
        pendingLabel="Saving..."
      >
        {props.saveLabel}
      </Button>
    </>
  )
}
