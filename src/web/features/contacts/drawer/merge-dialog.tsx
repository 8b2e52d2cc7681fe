import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import type { ContactDetail } from '#contract/contacts.ts'
import type { SuspectedDuplicate } from '#contract/merges.ts'
import { CONTACT_FIELD_LABELS, CONTACT_FIELDS, type ContactField } from '#domain/identity/contact-draft.ts'
import { cityLine, formatPhone, fullName, joinPresent } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { Button, Spinner } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { LoadError } from '#web/ui/states.tsx'
import { duplicatesQuery, useMerge } from './drawer-queries.ts'

type Fields = Record<ContactField, string | null>

/** Lists suspected duplicates of a contact and compares the chosen one field by field. */
export function MergeDialog({ contact, onClose }: { contact: ContactDetail; onClose: () => void }) {
  const query = useQuery(duplicatesQuery(contact.id))
  const { data: suspects, error } = query
  const [chosenId, setChosenId] = useState<string | null>(null)
  const singleSuspect = suspects?.length === 1 ? suspects[0] : undefined
  const chosenSuspect = suspects?.find((suspect) => suspect.contact.id === chosenId) ?? singleSuspect
  if (chosenSuspect)
    return (
      <CompareDialog
        key={chosenSuspect.contact.id}
        keptContact={contact}
        suspect={chosenSuspect}
        onClose={onClose}
      />
    )
  return (
    <Dialog
      onClose={onClose}
      title="Possible duplicates"
      description={`Contacts that may be the same person as ${fullName(contact)}`}
      footer={
        <>
          <Link
            to={urls.duplicates}
            className="mr-auto self-center text-[13px] text-muted underline underline-offset-2 hover:text-text"
          >
            All possible duplicates
          </Link>
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {!suspects && error && (
        <LoadError query={query} text="We couldn't check for duplicates. Please try again." />
      )}
      {!suspects && !error && <Spinner label="Looking for duplicates" />}
      {suspects?.length === 0 && (
        <p className="text-sm text-muted">
          No duplicates found. No other contact shares an email, a phone number, or a similar name and
          address.
        </p>
      )}
      <ul className="grid gap-2">
        {suspects?.map((suspect) => (
          <li
            key={suspect.contact.id}
            className="flex items-center gap-3 rounded-lg border border-line px-3 py-2"
          >
            <div className="min-w-0 flex-1 text-sm">
              <p className="truncate font-medium">{fullName(suspect.contact)}</p>
              <p className="truncate text-[13px] text-muted">{suspect.reason}</p>
            </div>
            <Button size="sm" className="max-sm:h-10" onClick={() => setChosenId(suspect.contact.id)}>
              Compare
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

interface CompareDialogProps {
  keptContact: ContactDetail
  suspect: SuspectedDuplicate
  onClose: () => void
}

/** Two contacts side by side, to choose the values of the merged one. */
export function CompareDialog({ keptContact, suspect, onClose }: CompareDialogProps) {
  const duplicate = suspect.contact
  // Values that only the duplicate has are preselected.
  const [duplicateFields, setDuplicateFields] = useState<ReadonlySet<ContactField>>(
    () => new Set(CONTACT_FIELDS.filter((field) => !keptContact[field] && duplicate[field])),
  )
  const merge = useMerge(keptContact, onClose)
  const differingFields = CONTACT_FIELDS.filter(
    (field) => (keptContact[field] ?? '') !== (duplicate[field] ?? ''),
  )
  const choose = (field: ContactField, isFromDuplicate: boolean) => {
    const otherFields = [...duplicateFields].filter((each) => each !== field)
    setDuplicateFields(new Set(isFromDuplicate ? [...otherFields, field] : otherFields))
  }
  const result = Object.fromEntries(
    CONTACT_FIELDS.map((field) => [field, (duplicateFields.has(field) ? duplicate : keptContact)[field]]),
  ) as Fields
  return (
    <FormDialog
      onClose={onClose}
      width="lg"
      title="Merge contacts"
      description={`${suspect.reason}. The merged contact has everything from both. Choose which details to keep.`}
      verb="Merge"
      pending={merge.isPending}
      pendingLabel="Merging..."
      onSubmit={() => merge.mutate({ otherId: duplicate.id, fields: [...duplicateFields] })}
    >
      <div aria-hidden className="grid grid-cols-2 gap-2 text-[13px] text-dim sm:pl-24">
        <span>Keep</span>
        <span>Duplicate</span>
      </div>
      <div className="grid gap-2">
        {differingFields.map((field) => (
          <FieldChoice
            key={field}
            field={field}
            keptValue={keptContact[field]}
            duplicateValue={duplicate[field]}
            isFromDuplicate={duplicateFields.has(field)}
            onChoose={(isFromDuplicate) => choose(field, isFromDuplicate)}
          />
        ))}
      </div>
      <Preview contact={result} />
    </FormDialog>
  )
}

interface FieldChoiceProps {
  field: ContactField
  keptValue: string | null
  duplicateValue: string | null
  isFromDuplicate: boolean
  onChoose: (isFromDuplicate: boolean) => void
}

function FieldChoice({ field, keptValue, duplicateValue, isFromDuplicate, onChoose }: FieldChoiceProps) {
  const name = useId()
  const isRequired = field === 'firstName' || field === 'lastName'
  return (
    <fieldset className="grid grid-cols-2 gap-2 sm:grid-cols-[5.5rem_1fr_1fr]">
      <legend className="sr-only">{CONTACT_FIELD_LABELS[field]}</legend>
      <span aria-hidden className="text-[13px] text-dim max-sm:col-span-2 sm:pt-2">
        {CONTACT_FIELD_LABELS[field]}
      </span>
      {[keptValue, duplicateValue].map((value, index) => (
        <label
          key={index === 0 ? 'kept' : 'other'}
          className="flex min-h-9 min-w-0 cursor-pointer items-center gap-2 rounded-lg border border-line px-2.5 py-1.5 text-sm has-checked:border-accent has-checked:bg-raised max-md:min-h-11"
        >
          <input
            type="radio"
            name={name}
            className="size-4 shrink-0 accent-accent"
            checked={isFromDuplicate === (index === 1)}
            disabled={!value && isRequired}
            onChange={() => onChoose(index === 1)}
          />
          <span className="min-w-0 break-words">{displayValue(field, value)}</span>
        </label>
      ))}
    </fieldset>
  )
}

function displayValue(field: ContactField, value: string | null) {
  if (!value) return <span className="text-dim">Empty</span>
  return field === 'phone' ? formatPhone(value) : value
}

function Preview({ contact }: { contact: Fields }) {
  const address = joinPresent([contact.address, cityLine(contact)])
  const contactLines = [contact.email, contact.phone && formatPhone(contact.phone), address]
  return (
    <section aria-label="After the merge" className="rounded-lg border border-line bg-raised px-3 py-2.5">
      <h3 className="text-[13px] font-normal text-dim">After the merge</h3>
      <p className="mt-0.5 font-medium break-words">
        {contact.firstName} {contact.lastName}
      </p>
      <p className="text-[13px] break-words text-muted">{joinPresent(contactLines, ' · ')}</p>
    </section>
  )
}
