import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { type FieldPath, useForm } from 'react-hook-form'
import type { ContactSummary } from '#contract/contacts.ts'
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

const EMPTY: ContactFormInput = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
}

interface ContactFormProps {
  id: string
  /** The contact to edit; empty fields without one. */
  contact?: Pick<ContactSummary, FieldName>
  /** Offers fields for everything beside the eight, filled with these. */
  details?: ContactDetails
  /** Resolves when saved; a refusal's field texts are shown beside the fields. */
  onSave: (values: ContactFormValues) => Promise<unknown>
  /** Shown above the fields, for example why the server refused. */
  children?: ReactNode
}

/** The eight fields of a contact, and more where `details` are given. Its buttons stand in the dialog's footer and reach it by `form={id}`. */
export function ContactForm({ id, contact, details, onSave, children }: ContactFormProps) {
  const form = useForm<ContactFormInput, unknown, ContactFormValues>({
    resolver: zodResolver(contactFields),
    defaultValues: contact ? toContactFormInput(contact) : EMPTY,
  })
  const { errors } = form.formState

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSave(values)
    } catch (error) {
      const refused = fieldErrorsOf(error)
      for (const { name } of FIELDS) {
        const message = refused[name]
        if (message) form.setError(name, { message }, { shouldFocus: true })
      }
      for (const [name, message] of Object.entries(refused)) {
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
            {/* The person in the form is not the one who types: their browser must not fill in its owner's data. */}
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
