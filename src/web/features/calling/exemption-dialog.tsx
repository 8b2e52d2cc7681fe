import { useState } from 'react'
import type { ExemptionKind } from '#domain/compliance/call-permission.ts'
import { localDay } from '#web/features/tasks/task-rules.ts'
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
  const [today] = useState(() => localDay(new Date().toISOString()))
  const [kind, setKind] = useState<ExemptionKind>('deal')
  const [day, setDay] = useState(today)
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const add = useAddExemption(contactId)
  const submit = async () => {
    if (!day || day > today || day < '1990') return setError('Choose a date in the past')
    await add.mutateAsync({ kind, at: new Date(`${day}T12:00`).toISOString(), note: note.trim() || null })
    onClose()
  }
  return (
    <FormDialog
      title="Add exemption"
      description="Record why you may call a number that is on a do-not-call registry."
      verb="Add exemption"
      pending={add.isPending}
      error={add.error}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Reason">
        <Select value={kind} options={EXEMPTION_OPTIONS} onValue={setKind} />
      </Field>
      <Field label={DAY_LABELS[kind]} error={error}>
        <Input type="date" max={today} value={day} onValue={setDay} />
      </Field>
      <Field label="Note (optional)" hint="Where the proof is, such as the signed form.">
        <Input maxLength={MAX_NOTE_LENGTH} value={note} onValue={setNote} />
      </Field>
    </FormDialog>
  )
}
