import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { DETAILS_MAX, PHONE_KINDS, POINT_KINDS } from '#domain/identity/contact-details.ts'
import { PHONE_KIND_LABELS, POINT_KIND_LABELS } from '#domain/identity/kind-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select, type SelectProps } from '#web/ui/select.tsx'
import type { ContactFormInput, ContactFormValues } from './contact-form-values.ts'

export type Form = UseFormReturn<ContactFormInput, unknown, ContactFormValues>

const PHONE_OPTIONS = PHONE_KINDS.map((value) => ({ value, label: PHONE_KIND_LABELS[value] }))
const POINT_OPTIONS = POINT_KINDS.map((value) => ({ value, label: POINT_KIND_LABELS[value] }))

interface RowsProps {
  form: Form
  /** Error message of a details field. */
  at: (path: string) => string | undefined
}

export function PhoneRows({ form, at }: RowsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'details.phones' })
  const focusName = `details.phones.${fields.length}.phone`
  return (
    <RowSet
      what="phone"
      isFull={fields.length >= DETAILS_MAX.phones}
      error={at('phones')}
      onAdd={() => append({ phone: '', kind: 'mobile' }, { focusName })}
    >
      {fields.map(({ id }, index) => (
        <Row
          key={id}
          what={`phone ${index + 2}`}
          options={PHONE_OPTIONS}
          kind={form.register(`details.phones.${index}.kind`)}
          onRemove={() => remove(index)}
        >
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
    </RowSet>
  )
}

export function EmailRows({ form, at }: RowsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'details.emails' })
  const focusName = `details.emails.${fields.length}.email`
  return (
    <RowSet
      what="email"
      isFull={fields.length >= DETAILS_MAX.emails}
      error={at('emails')}
      onAdd={() => append({ email: '', kind: 'home' }, { focusName })}
    >
      {fields.map(({ id }, index) => (
        <Row
          key={id}
          what={`email ${index + 2}`}
          options={POINT_OPTIONS}
          kind={form.register(`details.emails.${index}.kind`)}
          onRemove={() => remove(index)}
        >
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
    </RowSet>
  )
}

const ADDRESS_FIELDS = [
  ['address', 'Street', 'basis-full'],
  ['city', 'City', 'flex-1 basis-24'],
  ['state', 'State', 'w-16'],
  ['zipCode', 'Zip', 'min-w-0 flex-1 basis-16'],
] as const

export function AddressRows({ form, at }: RowsProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'details.addresses' })
  const focusName = `details.addresses.${fields.length}.address`
  return (
    <RowSet
      what="address"
      plural="addresses"
      isFull={fields.length >= DETAILS_MAX.addresses}
      error={at('addresses')}
      onAdd={() => append({ kind: 'mailing', address: '', city: '', state: '', zipCode: '' }, { focusName })}
    >
      {fields.map(({ id }, index) => (
        <Row
          key={id}
          what={`address ${index + 2}`}
          options={POINT_OPTIONS}
          kind={form.register(`details.addresses.${index}.kind`)}
          onRemove={() => remove(index)}
        >
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
    </RowSet>
  )
}

interface RowSetProps {
  /** `phone` gives the legend "More phones" and the button "Add phone". */
  what: string
  plural?: string
  isFull: boolean
  error: string | undefined
  onAdd: () => void
  children: ReactNode
}

function RowSet({ what, plural = `${what}s`, isFull, error, onAdd, children }: RowSetProps) {
  return (
    <FieldSet
      legend={`More ${plural}`}
      error={error}
      add={
        !isFull && (
          <Button variant="ghost" size="sm" className="max-md:h-10" onClick={onAdd}>
            <Plus aria-hidden />
            Add {what}
          </Button>
        )
      }
    >
      {children}
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

interface RowProps {
  what: string
  options: SelectProps['options']
  /** The registration of the row's kind. */
  kind: SelectProps
  onRemove: () => void
  children: ReactNode
}

function Row({ what, options, kind, onRemove, children }: RowProps) {
  return (
    <div className="flex items-start gap-2">
      <Select {...kind} options={options} aria-label={`Kind of ${what}`} className="w-28 shrink-0" />
      {children}
      <Button variant="ghost" size="icon" aria-label={`Remove ${what}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </div>
  )
}
