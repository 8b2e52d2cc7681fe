import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import {
  AGREEMENT_SIDES,
  AGREEMENT_STATUSES,
  type Agreement,
  type AgreementSide,
  BROKERS,
} from '#domain/activities/relationship.ts'
import { call } from '#web/lib/api.ts'
import { fullName } from '#web/lib/format.ts'
import { Field, Input, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { refreshContact } from '../contacts-queries.ts'
import { BROKER_LABELS, SIDE_LABELS, STATUS_LABELS } from './relationship-texts.ts'

interface AgreementDialogProps {
  contact: ContactDetail
  /** The agreement to change, or the side of a new one. */
  editedAgreement: Agreement | AgreementSide
  onClose: () => void
}

/** Adds or changes an exclusive agreement of a contact with a broker. */
export function AgreementDialog({ contact, editedAgreement, onClose }: AgreementDialogProps) {
  const client = useQueryClient()
  const isNew = typeof editedAgreement === 'string'
  const [agreement, setAgreement] = useState<Agreement>(
    isNew ? { side: editedAgreement, broker: 'other', status: 'active', endsOn: null } : editedAgreement,
  )
  const change = (changes: Partial<Agreement>) => setAgreement({ ...agreement, ...changes })
  const { side, ...terms } = agreement
  const save = useMutation({
    mutationFn: () =>
      call('PATCH /api/contacts/{id}/agreement', {
        params: { id: contact.id },
        body: { side, agreement: terms },
      }),
    onSuccess: (updatedContact) => {
      void refreshContact(client, updatedContact)
      onClose()
    },
  })
  const sides = AGREEMENT_SIDES.filter(
    (each) => each === side || (isNew && contact.agreements.every((other) => other.side !== each)),
  )
  return (
    <FormDialog
      title={isNew ? 'Add broker agreement' : 'Change broker agreement'}
      description={`${fullName(contact)}'s exclusive agreement with a broker.`}
      verb="Save agreement"
      pending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSubmit={() => save.mutateAsync()}
    >
      <div className="grid gap-3.5 sm:grid-cols-2">
        <Field label="Agreement">
          <Select
            options={sides.map((value) => ({ value, label: SIDE_LABELS[value] }))}
            value={side}
            onValue={(value) => change({ side: value })}
          />
        </Field>
        <Field label="With">
          <Select
            options={BROKERS.map((value) => ({ value, label: BROKER_LABELS[value] }))}
            value={terms.broker}
            onValue={(value) => change({ broker: value })}
          />
        </Field>
        <Field label="Status">
          <Select
            options={AGREEMENT_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))}
            value={terms.status}
            onValue={(value) => change({ status: value })}
          />
        </Field>
        <Field label="Last day (optional)">
          <Input
            type="date"
            value={terms.endsOn ?? ''}
            onValue={(value) => change({ endsOn: value || null })}
          />
        </Field>
      </div>
    </FormDialog>
  )
}
