import { useState } from 'react'
import type { ExemptionKind } from '#domain/compliance/call-permission.ts'
import { localMinute } from '#web/lib/format.ts'
import { Field, Input, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useAddExemption } from './calling-queries.ts'
import { EXEMPTION_OPTIONS } from './calling-texts.ts'

/** Copy of the contract's limit; importing the contract would load the validator. */
const MAX_NOTE_LENGTH = 500

const DAY_LABELS: Readonly<Record<ExemptionKind, string>> = {
  deal: 'Closed on',
  inquiry: 'Asked on',
  written_permission: 'Given on',
  personal_relationship: 'Since',
}

/** Records why a number on a do-not-call registry may be called. */
export function ExemptionDialog({ contactId, onClose }: { contactId: string; onClose: () => void }) {
  const [now] = useState(() => localMinute(new Date()))
  const [kind, setKind] = useState<ExemptionKind>('deal')
  const [minute, setMinute] = useState(now)
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const addExemption = useAddExemption(contactId)
  const submit = async () => {
    if (!minute || minute > localMinute(new Date()) || minute < '1990')
      return setError('Choose a date in the past')
    await addExemption.mutateAsync({ kind, at: new Date(minute).toISOString(), note: note.trim() || null })
    onClose()
  }
  return (
    <FormDialog
      title="Add exemption"
      description="Record why you may call a number that is on a do-not-call registry."
      verb="Add exemption"
      pending={addExemption.isPending}
      error={addExemption.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Reason">
        <Select value={kind} options={EXEMPTION_OPTIONS} onValue={setKind} />
      </Field>
      <Field label={DAY_LABELS[kind]} error={error}>
        {kind === 'inquiry' ? (
          <Input type="datetime-local" max={now} value={minute} onValue={setMinute} />
        ) : (
          <Input
            type="date"
            max={now.slice(0, 10)}
            value={minute.slice(0, 10)}
            onValue={(day) => setMinute(day && (day === now.slice(0, 10) ? now : `${day}T12:00`))}
          />
        )}
      </Field>
      <Field label="Note (optional)" hint="Where to find the proof, such as the signed form.">
        <Input maxLength={MAX_NOTE_LENGTH} value={note} onValue={setNote} />
      </Field>
    </FormDialog>
  )
}
