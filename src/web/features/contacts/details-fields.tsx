import { useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import type { ContactDetails } from '#domain/identity/contact-details.ts'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { type ContactFormInput, toDetailsFormInput } from './contact-form-values.ts'
import { AddressRows, EmailRows, FieldSet, type Form, PhoneRows } from './details-rows.tsx'

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

/** The collapsible details; saved only if they were opened. */
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
  const { register } = form
  const errors: FieldErrors<NonNullable<ContactFormInput['details']>> = form.formState.errors.details ?? {}
  const at = (path: string) => messageAt(errors, path)
  return (
    <div className="-ml-6 grid gap-5">
      <PhoneRows form={form} at={at} />
      <EmailRows form={form} at={at} />
      <AddressRows form={form} at={at} />
      <div className="grid gap-3.5 sm:grid-cols-2">
        {PERSON_FIELDS.map(([name, label]) => (
          <Field key={name} label={label} error={at(name)}>
            <Input {...register(`details.${name}`)} autoComplete="off" />
          </Field>
        ))}
        <Field label="Birthday" hint="05/31/1980, or 05/31 without the year" error={at('birthday')}>
          <Input {...register('details.birthday')} autoComplete="off" />
        </Field>
        <Field label="Website" error={at('website')}>
          <Input {...register('details.website')} autoComplete="off" />
        </Field>
        <Field label="Labels" hint="One per line" error={at('labels')} className="sm:col-span-2">
          <Textarea {...register('details.labels')} rows={2} />
        </Field>
        <Field label="Notes" error={at('notes')} className="sm:col-span-2">
          <Textarea {...register('details.notes')} rows={5} />
        </Field>
      </div>
      <FieldSet legend="From your previous CRM">
        <div className="grid gap-3.5 sm:grid-cols-3">
          {HISTORY_FIELDS.map(([name, label, type]) => (
            <Field key={name} label={label} error={at(`history.${name}`)} className="min-w-0">
              <Input
                {...register(`details.history.${name}`)}
                type={type}
                autoComplete="off"
                className="min-w-0"
              />
            </Field>
          ))}
        </div>
      </FieldSet>
    </div>
  )
}

/** The error at a path; for labels, of the first invalid entry, since single labels have no field of their own. */
function messageAt(errors: object, path: string): string | undefined {
  let found: unknown = errors
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string, unknown>)[key]
  }
  return firstMessage(found, path === 'labels')
}

function firstMessage(error: unknown, deep: boolean): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { message } = error as { message?: unknown }
  if (typeof message === 'string') return message
  return deep
    ? Object.values(error)
        .map((each) => firstMessage(each, false))
        .find(Boolean)
    : undefined
}
