import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import type { ContactDetails } from '#domain/identity/contact-details.ts'
import type { ContactField } from '#domain/identity/contact-draft.ts'
import { fieldErrorsOf } from '#web/lib/api-error.ts'
import { FormField } from '#web/ui/form-field.tsx'
import {
  type ContactFormInput,
  type ContactFormValues,
  contactFields,
  toContactFormInput,
} from './contact-form-values.ts'
import { DetailsSection } from './details-fields.tsx'

// No autofill: the browser would offer the user's own data.
const FIELDS = [
  { name: 'firstName', label: 'First Name', required: true, className: 'sm:col-span-3' },
  { name: 'lastName', label: 'Last Name', required: true, className: 'sm:col-span-3' },
  { name: 'email', label: 'Email', type: 'email', className: 'sm:col-span-3' },
  { name: 'phone', label: 'Phone', type: 'tel', className: 'sm:col-span-3' },
  { name: 'address', label: 'Address', className: 'sm:col-span-6' },
  { name: 'city', label: 'City', className: 'sm:col-span-2' },
  { name: 'state', label: 'State', className: 'sm:col-span-2' },
  { name: 'zipCode', label: 'Zip Code', className: 'sm:col-span-2' },
] as const

interface ContactFormProps {
  id: string
  /** Initial values; without them, all fields are empty. */
  contact?: Partial<Record<ContactField, string | null>>
  /** Initial details; without them, the form has no fields for details. */
  details?: ContactDetails
  /** Resolves when saved. If it rejects with field errors, they are shown at the fields. */
  onSave: (values: ContactFormValues) => Promise<unknown>
  /** Shown above the fields, for example the server's error. */
  children?: ReactNode
}

/** A form for a contact's eight fields and its optional details. Submit buttons in a dialog's footer refer to it by `form={id}`. */
export function ContactForm({ id, contact = {}, details, onSave, children }: ContactFormProps) {
  const form = useForm<ContactFormInput, unknown, ContactFormValues>({
    resolver: zodResolver(contactFields),
    defaultValues: toContactFormInput(contact),
  })

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSave(values)
    } catch (error) {
      for (const [name, message] of Object.entries(fieldErrorsOf(error))) {
        const shouldFocus = !name.startsWith('details.')
        form.setError(name as FieldPath<ContactFormInput>, { message }, { shouldFocus })
      }
    }
  })

  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)}>
      {children}
      <div className="grid gap-3.5 sm:grid-cols-6">
        {FIELDS.map((field) => (
          <FormField key={field.name} form={form} {...field} />
        ))}
      </div>
      {details && <DetailsSection form={form} details={details} />}
    </form>
  )
}
