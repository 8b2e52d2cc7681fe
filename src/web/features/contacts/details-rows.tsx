import { Plus, X } from 'lucide-react'
import { type FieldPath, type UseFormReturn, useFieldArray } from 'react-hook-form'
import { DETAILS_LIMITS, PHONE_KINDS, POINT_KINDS } from '#domain/identity/contact-details.ts'
import { PHONE_KIND_LABELS, POINT_KIND_LABELS } from '#domain/identity/kind-labels.ts'
import { capitalize } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { type InputProps, Select, type SelectProps } from '#web/ui/form.tsx'
import { FormField } from '#web/ui/form-field.tsx'
import type { ContactFormInput, ContactFormValues } from './contact-form-values.ts'

export type Form = UseFormReturn<ContactFormInput, unknown, ContactFormValues>

const POINT_OPTIONS = POINT_KINDS.map((value) => ({ value, label: POINT_KIND_LABELS[value] }))

interface PointList {
  name: 'phones' | 'emails' | 'addresses'
  /** `phone` gives the button "Add phone" and the label "Phone 2". */
  what: string
  kinds: NonNullable<SelectProps['options']>
  /** The default kind of a new entry. */
  firstKind: string
  /** The fields of an entry; each has a label if there are several. */
  parts: readonly (Pick<InputProps, 'type' | 'className'> & { name: string; label?: string })[]
}

/** The lists of alternate contact points. */
export const POINT_LISTS: readonly PointList[] = [
  {
    name: 'phones',
    what: 'phone',
    kinds: PHONE_KINDS.map((value) => ({ value, label: PHONE_KIND_LABELS[value] })),
    firstKind: 'mobile',
    parts: [{ name: 'phone', type: 'tel', className: 'basis-full' }],
  },
  {
    name: 'emails',
    what: 'email',
    kinds: POINT_OPTIONS,
    firstKind: 'home',
    parts: [{ name: 'email', type: 'email', className: 'basis-full' }],
  },
  {
    name: 'addresses',
    what: 'address',
    kinds: POINT_OPTIONS,
    firstKind: 'mailing',
    parts: [
      { name: 'address', label: 'Street', className: 'basis-full' },
      { name: 'city', label: 'City', className: 'flex-1 basis-24' },
      { name: 'state', label: 'State', className: 'w-16' },
      { name: 'zipCode', label: 'Zip', className: 'min-w-0 flex-1 basis-16' },
    ],
  },
]

/** Alternate contact points of one type, each with its kind. */
export function PointRows({ form, list }: { form: Form; list: PointList }) {
  const { name, what, kinds, firstKind, parts } = list
  const path = `details.${name}` as const
  const { fields, append, remove } = useFieldArray({ control: form.control, name: path })
  // An error of the list as a whole, such as too many entries.
  const error = form.getFieldState(path, form.formState).error?.message
  const pathOf = (index: number, part: string) => `${path}.${index}.${part}` as FieldPath<ContactFormInput>
  const addEntry = () => {
    const empty = { kind: firstKind, ...Object.fromEntries(parts.map((part) => [part.name, ''])) }
    append(empty as Parameters<typeof append>[0], { focusName: pathOf(fields.length, parts[0]?.name ?? '') })
  }
  return (
    <fieldset className="min-w-0">
      <legend className="float-left mb-2 pt-1.5 text-[13px] text-dim">More {name}</legend>
      <div className="mb-2 flex min-h-8 justify-end">
        {fields.length < DETAILS_LIMITS[name] && (
          <Button variant="ghost" size="sm" className="max-md:h-10" onClick={addEntry}>
            <Plus aria-hidden />
            Add {what}
          </Button>
        )}
      </div>
      <div className="clear-both grid gap-2">
        {fields.map(({ id }, index) => (
          <div key={id} className="flex items-start gap-2">
            <Select
              {...form.register(pathOf(index, 'kind'))}
              options={kinds}
              aria-label={`Kind of ${what} ${index + 2}`}
              className="w-28 shrink-0"
            />
            <div className="flex min-w-0 flex-1 flex-wrap gap-2">
              {parts.map((part) => (
                <FormField
                  key={part.name}
                  form={form}
                  name={pathOf(index, part.name)}
                  label={
                    part.label ? `${part.label} of ${what} ${index + 2}` : capitalize(`${what} ${index + 2}`)
                  }
                  hideLabel
                  placeholder={part.label}
                  type={part.type}
                  className={part.className}
                />
              ))}
            </div>
            <Button
              variant="ghost"
              size="icon"
              aria-label={`Remove ${what} ${index + 2}`}
              onClick={() => remove(index)}
            >
              <X aria-hidden />
            </Button>
          </div>
        ))}
      </div>
      {error && <p className="mt-1 text-[13px] text-red">{error}</p>}
    </fieldset>
  )
}
