import { type FormEvent, useId, useState } from 'react'
import type { ContactDetail } from '#contract/contacts.ts'
import { formatDay, fullName } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useRecordMove, useUndoMove } from './move-queries.ts'

/** Copy of the contract's limit; importing the contract would load the validator. */
const MAX_NOTE_LENGTH = 200

interface MoveDialogProps {
  contact: ContactDetail
  onClose: () => void
}

/** Records that a person moved, or undoes the recorded move. */
export function MoveDialog({ contact, onClose }: MoveDialogProps) {
  // The dialog stays the same while the saved change updates the contact.
  const [moved] = useState(contact.moved)
  return moved ? (
    <UndoMove contact={contact} moved={moved} onClose={onClose} />
  ) : (
    <RecordMove contact={contact} onClose={onClose} />
  )
}

function RecordMove({ contact, onClose }: MoveDialogProps) {
  const form = useId()
  const [today] = useState(localToday)
  const [day, setDay] = useState(today)
  const [note, setNote] = useState('')
  const record = useRecordMove(contact.id, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    record.mutate({ movedOn: day, note })
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Mark as moved"
      description={`When did ${fullName(contact)} move? We use recorded moves to check past scores. The current score doesn't change.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form={form}
            pending={record.isPending}
            pendingLabel="Saving..."
          >
            Mark as moved
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-3.5">
        <Field label="Moved on">
          <Input
            type="date"
            required
            value={day}
            max={today}
            onChange={(event) => setDay(event.target.value)}
          />
        </Field>
        <Field label="Note (optional)">
          <Input
            value={note}
            maxLength={MAX_NOTE_LENGTH}
            placeholder="Told us by phone"
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}

function UndoMove(props: MoveDialogProps & { moved: NonNullable<ContactDetail['moved']> }) {
  const { contact, moved, onClose } = props
  const undo = useUndoMove(contact.id, onClose)
  const name = fullName(contact)
  const day = formatDay(moved.on)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Undo the move?"
      description={
        moved.source === 'person'
          ? `${name} is marked as moved on ${day}. If you undo this, they count as not moved.`
          : `Enrichment found a newer address, first seen on ${day}, so ${name} may already have moved. If you undo this, that address won't count as a move again.`
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            pending={undo.isPending}
            pendingLabel="Saving..."
            onClick={() => undo.mutate()}
          >
            Undo move
          </Button>
        </>
      }
    />
  )
}

/** Today in the user's time zone, as `YYYY-MM-DD`. */
function localToday(): string {
  const now = new Date()
  const two = (part: number) => String(part).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
