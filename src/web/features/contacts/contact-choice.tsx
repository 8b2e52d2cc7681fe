import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import type { ContactSummary } from '#contract/contacts.ts'
import { isContactBlocked } from '#domain/compliance/outreach.ts'
import type { Category } from '#domain/signals/categories.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatPhone, fullName, joinPresent } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts'
import { categoryLabel } from '#web/ui/category.tsx'
import { Checkbox, Field, Input } from '#web/ui/form.tsx'
import { topRecordText } from './top-record-text.ts'

const DEBOUNCE_MS = 200
const MAX_RESULTS = 20

export interface ChosenContact {
  id: string
  name: string
}

interface ContactChoiceProps {
  chosen: readonly ChosenContact[]
  onChange: (chosen: ChosenContact[]) => void
  /** Allows only one contact: choosing another replaces the first. */
  isSingle?: boolean
  /** Also allows people marked as do not contact. */
  canChooseBlocked?: boolean
  /** While the search is empty, lists contacts with this top signal. */
  topSignal?: Category | null
  error?: string | undefined
}

/** Searches the contacts and lists the results to choose from. */
export function ContactChoice(props: ContactChoiceProps) {
  const { chosen, onChange, isSingle, canChooseBlocked, topSignal, error } = props
  const [text, setText] = useState('')
  const search = useDebouncedValue(text.trim(), DEBOUNCE_MS)
  const query = {
    search: search || undefined,
    topSignal: search ? undefined : (topSignal ?? undefined),
    limit: MAX_RESULTS,
  }
  const results = useQuery({ ...read('GET /api/contacts', { query }), placeholderData: keepPreviousData })

  const toggle = (contact: ContactSummary, isSelected: boolean) => {
    const otherContacts = isSingle ? [] : chosen.filter((each) => each.id !== contact.id)
    onChange(isSelected ? [...otherContacts, { id: contact.id, name: fullName(contact) }] : otherContacts)
  }
  const emptyText = search
    ? `No contact matches “${search}”.`
    : topSignal
      ? `No contact has ${categoryLabel(topSignal)} as top signal. Search for another contact.`
      : 'No contacts yet.'
  return (
    <div className="grid gap-2">
      <Field label={isSingle ? 'Contact' : 'Contacts'} required error={error}>
        <Input
          type="search"
          autoComplete="off"
          placeholder="Name, email, phone or city"
          leading={<Search aria-hidden />}
          maxLength={100}
          value={text}
          onValue={setText}
        />
      </Field>
      <ul
        aria-label="Search results"
        className="h-44 overflow-y-auto rounded-lg border border-line px-2 py-1"
        aria-busy={results.isFetching}
      >
        {results.data?.map((contact) => (
          <li key={contact.id}>
            <Checkbox
              className="flex w-full items-start py-1 max-md:py-2"
              checked={chosen.some((each) => each.id === contact.id)}
              disabled={!canChooseBlocked && disabledReason(contact, !isSingle) !== null}
              onChange={(event) => toggle(contact, event.target.checked)}
              label={
                <span className="text-sm">
                  <span className="font-medium">{fullName(contact)}</span>{' '}
                  <span className="text-dim">{disabledReason(contact, !isSingle) ?? detailOf(contact)}</span>
                </span>
              }
            />
          </li>
        ))}
        {results.data?.length === 0 && (
          <li className="px-2 py-6 text-center text-sm text-muted">{emptyText}</li>
        )}
        {results.isError && (
          <li role="alert" className="px-2 py-6 text-center text-sm text-red">
            {messageOf(results.error, "We couldn't load the contacts.")}
          </li>
        )}
      </ul>
      <p role="status" className="text-[13px] text-dim">
        {chosenText(chosen)}
      </p>
    </div>
  )
}

/** Why a contact can't be chosen; null if it can. Listed homes are excluded from outreach only, not from single tasks. */
function disabledReason(contact: ContactSummary, isOutreach: boolean): string | null {
  if (isContactBlocked(contact)) return 'do not contact'
  return contact.listed && isOutreach ? 'home is listed for sale' : null
}

function detailOf(contact: ContactSummary): string {
  const { email, phone, city, state } = contact
  const location = joinPresent([city, state]) || email || (phone ? formatPhone(phone) : '')
  return joinPresent([location, topRecordText(contact)], ' · ')
}

function chosenText(chosen: readonly ChosenContact[]): string {
  if (chosen.length === 0) return 'None selected.'
  const names = chosen
    .slice(0, 3)
    .map(({ name }) => name)
    .join(', ')
  return chosen.length > 3 ? `${names} and ${chosen.length - 3} more` : names
}
