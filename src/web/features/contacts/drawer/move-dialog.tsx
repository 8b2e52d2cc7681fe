import { useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import { localToday } from '#web/features/tasks/task-rules.ts'
import { formatDay, fullName } from '#web/lib/format.ts'
import { Field, Input } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useRecordMove, useUndoMove } from './move-queries.ts'

/** Copy of the contract's limit; importing the contract would load the validator. */
const MAX_NOTE_LENGTH = 200

interface MoveDialogProps {
  contact: ContactDetail
  onClose: () => void
}

/** Records that a person moved, or undoes the recorded move. */
export function MoveDialog({ contact, onClose }: MoveDialogProps) {
  // Keeps the dialog unchanged while saving updates the contact.
  const [recordedMove] = useState(contact.moved)
  return recordedMove ? (
    <UndoMove contact={contact} moved={recordedMove} onClose={onClose} />
  ) : (
    <RecordMove contactId={contact.id} name={fullName(contact)} onClose={onClose} />
  )
}

interface RecordMoveProps {
  contactId: string
  name: string
  onClose: () => void
}

/** Records that a person moved, with the day. */
export function RecordMove({ contactId, name, onClose }: RecordMoveProps) {
  const [today] = useState(localToday)
  const [day, setDay] = useState(today)
  const [note, setNote] = useState('')
  const record = useRecordMove(contactId, onClose)
  return (
    <FormDialog
      onClose={onClose}
      title="Mark as moved"
      description={`When did ${name} move? We use recorded moves to check past scores. The current score doesn't change.`}
      verb="Mark as moved"
      disabled={!day || day > today}
      pending={record.isPending}
      onSubmit={() => record.mutate({ movedOn: day, note })}
    >
      <Field label="Moved on" required>
        <Input type="date" value={day} max={today} onValue={setDay} />
      </Field>
      <Field label="Note (optional)">
        <Input value={note} maxLength={MAX_NOTE_LENGTH} placeholder="Told us by phone" onValue={setNote} />
      </Field>
    </FormDialog>
  )
}

function UndoMove(props: MoveDialogProps & { moved: NonNullable<ContactDetail['moved']> }) {
  const { contact, moved, onClose } = props
  const undo = useUndoMove(contact.id, onClose)
  const name = fullName(contact)
  const day = formatDay(moved.on)
  return (
    <FormDialog
      onClose={onClose}
      title="Undo the move?"
      description={
        moved.source === 'person'
          ? `${name} is marked as moved on ${day}. If you undo this, they count as not moved.`
          : `Enrichment found a newer address, first seen on ${day}, so ${name} may already have moved. If you undo this, that address won't count as a move again.`
      }
      verb="Undo move"
      pending={undo.isPending}
      onSubmit={() => undo.mutate()}
    />
  )
}
