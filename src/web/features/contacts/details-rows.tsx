import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { DETAILS_MAX, PHONE_KINDS, POINT_KINDS } from '#domain/identity/contact-details.ts'
import { PHONE_KIND_LABELS, POINT_KIND_LABELS } from '#domain/identity/kind-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import type { ContactFormInput, ContactFormValues } from './contact-form-values.ts'

export type Form = UseFormReturn<ContactFormInput, unknown, ContactFormValues>

const PHONE_OPTIONS = PHONE_KINDS.map((value) => ({ value, label: PHONE_KIND_LABELS[value] }))
const POINT_OPTIONS = POINT_KINDS.map((value) => ({ value, label: POINT_KIND_LABELS[value] }))

interface RowsProps {
  form: Form
  /** The message of a field of the details. */
  at: (path: string) => string | undefined
}

export function PhoneRows({ form, at }: RowsProps) {
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

export function EmailRows({ form, at }: RowsProps) {
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

export function AddressRows({ form, at }: RowsProps) {
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

export function FieldSet(props: { legend: string; error?: string; add?: ReactNode; children: ReactNode }) {
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
