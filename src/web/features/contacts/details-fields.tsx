import { Plus, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type FieldErrors, type UseFormReturn, useFieldArray } from 'react-hook-form'
import {
  type ContactDetails,
  DETAILS_MAX,
  PHONE_KINDS,
  POINT_KINDS,
} from '#domain/identity/contact-details.ts'
import { PHONE_KIND_LABELS, POINT_KIND_LABELS } from '#domain/identity/kind-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Collapsible } from '#web/ui/collapsible.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { type ContactFormValues, type TypedContact, typedDetails } from './contact-form-values.ts'

type Form = UseFormReturn<TypedContact, unknown, ContactFormValues>

const PHONE_OPTIONS = PHONE_KINDS.map((value) => ({ value, label: PHONE_KIND_LABELS[value] }))
const POINT_OPTIONS = POINT_KINDS.map((value) => ({ value, label: POINT_KIND_LABELS[value] }))

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

/** Opens the fields for everything beside the eight; only what was opened is saved. */
export function DetailsSection({ form, details }: { form: Form; details: ContactDetails }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Collapsible
      label="More details"
      className="mt-4 border-t border-line pt-2"
      // What keeps the form from being saved must be seen.
      open={isOpen || form.formState.errors.details !== undefined}
      onOpenChange={(open) => {
        if (open && !form.getValues('details')) form.setValue('details', typedDetails(details))
        setIsOpen(open)
      }}
    >
      <DetailsFields form={form} />
    </Collapsible>
  )
}

/** Everything of a contact beside the eight fields, to be changed. */
function DetailsFields({ form }: { form: Form }) {
  const { register } = form
  const errors: FieldErrors<NonNullable<TypedContact['details']>> = form.formState.errors.details ?? {}
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

interface RowsProps {
  form: Form
  at: (path: string) => string | undefined
}

function PhoneRows({ form, at }: RowsProps) {
  const rows = useFieldArray({ control: form.control, name: 'details.phones' })
  return (
    <FieldSet
      legend="More phones"
      error={at('phones')}
      add={
        rows.fields.length < DETAILS_MAX.phones && (
          <AddButton
            onClick={() =>
              rows.append(
                { phone: '', kind: 'mobile' },
                { focusName: `details.phones.${rows.fields.length}.phone` },
              )
            }
          >
            Add phone
          </AddButton>
        )
      }
    >
      {rows.fields.map(({ id }, index) => (
        <Row key={id} what={`phone ${index + 2}`} onRemove={() => rows.remove(index)}>
          <KindSelect
            label={`Kind of phone ${index + 2}`}
            options={PHONE_OPTIONS}
            {...form.register(`details.phones.${index}.kind`)}
          />
          <Field
            label={`Phone ${index + 2}`}
            hideLabel
            error={at(`phones.${index}.phone`)}
            className="min-w-0 flex-1"
          >
            <Input {...form.register(`details.phones.${index}.phone`)} type="tel" autoComplete="off" />
          </Field>
        </Row>
      ))}
    </FieldSet>
  )
}

function EmailRows({ form, at }: RowsProps) {
  const rows = useFieldArray({ control: form.control, name: 'details.emails' })
  return (
    <FieldSet
      legend="More emails"
      error={at('emails')}
      add={
        rows.fields.length < DETAILS_MAX.emails && (
          <AddButton
            onClick={() =>
              rows.append(
                { email: '', kind: 'home' },
                { focusName: `details.emails.${rows.fields.length}.email` },
              )
            }
          >
            Add email
          </AddButton>
        )
      }
    >
      {rows.fields.map(({ id }, index) => (
        <Row key={id} what={`email ${index + 2}`} onRemove={() => rows.remove(index)}>
          <KindSelect
            label={`Kind of email ${index + 2}`}
            options={POINT_OPTIONS}
            {...form.register(`details.emails.${index}.kind`)}
          />
          <Field
            label={`Email ${index + 2}`}
            hideLabel
            error={at(`emails.${index}.email`)}
            className="min-w-0 flex-1"
          >
            <Input {...form.register(`details.emails.${index}.email`)} type="email" autoComplete="off" />
          </Field>
        </Row>
      ))}
    </FieldSet>
  )
}

const ADDRESS_FIELDS = [
  ['address', 'Street', 'basis-full'],
  ['city', 'City', 'flex-1 basis-24'],
  ['state', 'State', 'w-16'],
  ['zipCode', 'Zip', 'min-w-0 flex-1 basis-16'],
] as const

function AddressRows({ form, at }: RowsProps) {
  const rows = useFieldArray({ control: form.control, name: 'details.addresses' })
  return (
    <FieldSet
      legend="More addresses"
      error={at('addresses')}
      add={
        rows.fields.length < DETAILS_MAX.addresses && (
          <AddButton
            onClick={() =>
              rows.append(
                { kind: 'mailing', address: '', city: '', state: '', zipCode: '' },
                { focusName: `details.addresses.${rows.fields.length}.address` },
              )
            }
          >
            Add address
          </AddButton>
        )
      }
    >
      {rows.fields.map(({ id }, index) => (
        <Row key={id} what={`address ${index + 2}`} onRemove={() => rows.remove(index)}>
          <KindSelect
            label={`Kind of address ${index + 2}`}
            options={POINT_OPTIONS}
            {...form.register(`details.addresses.${index}.kind`)}
          />
          <div className="flex min-w-0 flex-1 flex-wrap gap-2">
            {ADDRESS_FIELDS.map(([name, label, className]) => (
              <Field
                key={name}
                label={`${label} of address ${index + 2}`}
                hideLabel
                error={at(`addresses.${index}.${name}`)}
                className={className}
              >
                <Input
                  {...form.register(`details.addresses.${index}.${name}`)}
                  placeholder={label}
                  autoComplete="off"
                />
              </Field>
            ))}
          </div>
        </Row>
      ))}
    </FieldSet>
  )
}

function FieldSet(props: { legend: string; error?: string; add?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="float-left mb-2 pt-1.5 text-[13px] text-dim">{props.legend}</legend>
      <div className="mb-2 flex min-h-8 justify-end">{props.add}</div>
      <div className="clear-both grid gap-2">{props.children}</div>
      {props.error && <p className="mt-1 text-[13px] text-red">{props.error}</p>}
    </fieldset>
  )
}

function AddButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button variant="ghost" size="sm" className="max-md:h-10" onClick={onClick}>
      <Plus aria-hidden />
      {children}
    </Button>
  )
}

function Row({ what, onRemove, children }: { what: string; onRemove: () => void; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2">
      {children}
      <Button variant="ghost" size="icon" aria-label={`Remove ${what}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </div>
  )
}

function KindSelect({ label, ...rest }: { label: string } & Parameters<typeof Select>[0]) {
  return <Select {...rest} aria-label={label} className="w-28 shrink-0" />
}

/** The first message at or below a path: an entry of labels is refused by its index, and has no field of its own. */
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
