import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import {
  AGREEMENT_SIDES,
  type AgreementSide,
  BINDING_STATUSES,
  RELATIONSHIPS,
} from '#domain/activities/relationship.ts'
import { localToday } from '#web/features/tasks/task-rules.ts'
import { type CallInput, call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { DateInput } from '#web/ui/date-input.tsx'
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { Field, Select } from '#web/ui/form.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { toast, toastFailure } from '#web/ui/toast.tsx'
import { contactQuery, refreshContact } from '../contacts-queries.ts'
import { choiceText } from '../filter-texts.ts'
import { DrawerSection } from './fact-list.tsx'
import { agreementText, anniversaryText, SIDE_LABELS, STATUS_LABELS } from './relationship-texts.ts'

const AgreementDialog = lazyDialog(async () => (await import('./agreement-dialog.tsx')).AgreementDialog)

const OPTIONS = RELATIONSHIPS.map((value) => ({ value, label: choiceText('relationship', value) }))
const END_STATUSES = ['expired', 'canceled', 'closed'] as const
const FIRST_DAY = '1950-01-01'

type ContactAgreement = ContactDetail['agreements'][number]

/** How the member knows a contact, the last closing with its anniversary, and exclusive agreements with brokers. */
export function RelationshipSection({ contact }: { contact: ContactDetail }) {
  const client = useQueryClient()
  const { id, relationship, details, agreements } = contact
  const [dateError, setDateError] = useState<string>()
  const [editing, setEditing] = useState<ContactAgreement | AgreementSide | null>(null)
  const change = useMutation({
    mutationFn: (body: CallInput<'PATCH /api/contacts/{id}/relationship'>['body']) =>
      call('PATCH /api/contacts/{id}/relationship', { params: { id }, body }),
    onSuccess: (updatedContact) => refreshContact(client, updatedContact),
    onError: (error) => {
      toastFailure('Not Saved', "We couldn't save the relationship. Please try again.")(error)
      void client.invalidateQueries({ queryKey: contactQuery(id).queryKey })
    },
  })
  const today = localToday()
  const closedOn = details?.history?.lastClosingOn ?? ''
  const currentValues = change.isPending ? { relationship, ...change.variables } : { relationship }
  const freeSide = AGREEMENT_SIDES.find((side) => agreements.every((each) => each.side !== side))
  const saveClosing = (day: string) => {
    const isValid = day === '' || (day >= FIRST_DAY && day <= today)
    setDateError(isValid ? undefined : 'Choose a past date')
    if (isValid) change.mutate({ lastClosingOn: day || null })
  }
  return (
    <DrawerSection title="Relationship">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="How you know them">
          <Select
            placeholder="Not set"
            options={OPTIONS}
            value={currentValues.relationship ?? ''}
            onValue={(value) => change.mutate({ relationship: value || null })}
          />
        </Field>
        <Field
          label="Last closing with you"
          error={dateError}
          hint={closedOn && anniversaryText(closedOn, today)}
        >
          <DateInput key={closedOn} savedDay={closedOn} min={FIRST_DAY} max={today} onSave={saveClosing} />
        </Field>
      </div>
      <ul aria-label="Agreements" className="mt-2 divide-y divide-line/60 empty:hidden">
        {agreements.map((agreement) => (
          <AgreementLine
            key={agreement.side}
            contactId={id}
            agreement={agreement}
            onChange={() => setEditing(agreement)}
          />
        ))}
      </ul>
      {freeSide && (
        <Button variant="ghost" size="row" className="mt-1 -ml-2" onClick={() => setEditing(freeSide)}>
          <Plus aria-hidden />
          Add broker agreement
        </Button>
      )}
      {editing && (
        <AgreementDialog contact={contact} editedAgreement={editing} onClose={() => setEditing(null)} />
      )}
    </DrawerSection>
  )
}

interface AgreementLineProps {
  contactId: string
  agreement: ContactAgreement
  onChange: () => void
}

function AgreementLine({ contactId, agreement, onChange }: AgreementLineProps) {
  const client = useQueryClient()
  const { side, ...terms } = agreement
  const saveAgreement = (next: typeof terms | null) =>
    call('PATCH /api/contacts/{id}/agreement', {
      params: { id: contactId },
      body: { side, agreement: next },
    }).then((contact) => refreshContact(client, contact))
  const failed = toastFailure('Not Saved', "We couldn't save the agreement. Please try again.")
  const endAgreement = useMutation({
    mutationFn: saveAgreement,
    onSuccess: (_, next) =>
      toast({
        title: next ? 'Agreement Ended' : 'Agreement Deleted',
        description: `${SIDE_LABELS[side]}: ${next ? STATUS_LABELS[next.status].toLowerCase() : 'deleted'}.`,
        action: { label: 'Undo', onClick: () => void saveAgreement(terms).catch(failed) },
      }),
    onError: failed,
  })
  const today = localToday()
  const isBinding = BINDING_STATUSES.includes(terms.status) && (terms.endsOn ?? today) >= today
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-sm">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium">{SIDE_LABELS[side]}</p>
        <p className="text-[13px] text-muted">{agreementText(agreement)}</p>
        {isBinding && terms.broker === 'other' && (
          <p className="text-[13px] text-orange">Hidden from Today while this agreement is active.</p>
        )}
      </div>
      <div className="flex gap-2">
        <Button size="row" onClick={onChange}>
          Change
        </Button>
        <DropdownMenu
          trigger={
            <Button size="row" pending={endAgreement.isPending}>
              End
            </Button>
          }
        >
          {END_STATUSES.map((status) => (
            <MenuItem
              key={status}
              disabled={terms.status === status}
              onSelect={() => endAgreement.mutate({ ...terms, status })}
            >
              {STATUS_LABELS[status]}
            </MenuItem>
          ))}
          <MenuSeparator />
          <MenuItem danger onSelect={() => endAgreement.mutate(null)}>
            Delete (added by mistake)
          </MenuItem>
        </DropdownMenu>
      </div>
    </li>
  )
}
