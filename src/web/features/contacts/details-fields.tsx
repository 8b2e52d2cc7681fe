import { useState } from 'react'
import type { ContactDetails } from '#domain/identity/contact-details.ts'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import { toDetailsFormInput } from './contact-form-values.ts'
import { type Form, POINT_LISTS, PointRows } from './details-rows.tsx'

const PERSON_FIELDS = [
  ['title', 'Title'],
  ['suffix', 'Suffix'],
  ['partner.firstName', 'Partner first name'],
  ['partner.lastName', 'Partner last name'],
  ['company', 'Company'],
  ['jobTitle', 'Job title'],
] as const

const HISTORY_FIELDS = [
  ['source', 'Lead source', 'text'],
  ['stage', 'Stage', 'text'],
  ['assignedTo', 'Assigned to', 'text'],
  ['createdOn', 'Created', 'date'],
  ['lastContactOn', 'Last contact', 'date'],
  ['lastClosingOn', 'Last closing', 'date'],
] as const

/** The collapsible details, saved only if the member opened them. */
export function DetailsSection({ form, details }: { form: Form; details: ContactDetails }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Collapsible
      label="More details"
      className="mt-4 border-t border-line pt-2"
      // Errors that prevent saving must be visible.
      open={isOpen || form.formState.errors.details !== undefined}
      onOpenChange={(open) => {
        if (open && !form.getValues('details')) form.setValue('details', toDetailsFormInput(details))
        setIsOpen(open)
      }}
    >
      <DetailsFields form={form} />
    </Collapsible>
  )
}

function DetailsFields({ form }: { form: Form }) {
  return (
    <div className="-ml-6 grid gap-5">
      {POINT_LISTS.map((list) => (
        <PointRows key={list.name} form={form} list={list} />
      ))}
      <div className="grid gap-3.5 sm:grid-cols-2">
        {PERSON_FIELDS.map(([name, label]) => (
          <FormField key={name} form={form} name={`details.${name}`} label={label} />
        ))}
        <FormField
          form={form}
          name="details.birthday"
          label="Birthday"
          hint="05/31/1980, or 05/31 without the year"
        />
        <FormField form={form} name="details.website" label="Website" />
      </div>
      <fieldset className="min-w-0">
        <legend className="mb-2 text-[13px] text-dim">From your previous CRM</legend>
        <div className="grid gap-3.5 sm:grid-cols-3">
          {HISTORY_FIELDS.map(([name, label, type]) => (
            <FormField
              key={name}
              form={form}
              name={`details.history.${name}`}
              label={label}
              type={type}
              className="min-w-0"
            />
          ))}
        </div>
      </fieldset>
    </div>
  )
}
