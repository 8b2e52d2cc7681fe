import { useState } from 'react'
import type { Origin } from '#contract/origins.ts'
import { Field, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog-props.ts'

const OPTIONS = [
  { value: 'team', label: 'The team' },
  { value: 'agent', label: 'The agent who owns it' },
] as const satisfies readonly { value: Origin; label: string }[]

/** Asks the other side to change the origin of the selected contacts. */
export function OriginDialog({ people, onApply, onClose }: BulkDialogProps) {
  const [origin, setOrigin] = useState<Origin>('team')
  const submit = () =>
    onApply(
      { action: 'origin', origin },
      {
        running: 'Asking...',
        title: 'Requests Sent',
        unchangedTitle: 'Nothing to Ask',
        done: (contactsText) => `Asked about ${contactsText}. The origin changes when the other side accepts`,
        skipped: 'they have this origin, an open request, or no agent who can consent',
      },
    )
  return (
    <FormDialog
      width="sm"
      title="Ask to change the origin"
      description={`The other side has to accept for ${people}. Requests end after 30 days.`}
      verb="Ask"
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="New origin">
        <Select options={OPTIONS} value={origin} onValue={setOrigin} />
      </Field>
    </FormDialog>
  )
}
