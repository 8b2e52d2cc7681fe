import { useState } from 'react'
import { assigneeOptions, useMembers } from '#web/features/organization/members.ts'
import { Field, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog-props.ts'

/** Chooses the owner of the selected contacts. */
export function OwnerDialog({ people, onApply, onClose }: BulkDialogProps) {
  const members = useMembers()
  // Nothing is chosen at first, since other members lose these contacts and no undo brings them back.
  const [target, setTarget] = useState('')
  const options = [
    ...assigneeOptions(members, null),
    { value: 'rules', label: 'By the assignment rules' },
    { value: 'pond', label: 'Put into the pond' },
    { value: 'none', label: 'Unassigned' },
  ]
  const submit = () => {
    onApply(
      { action: 'owner', assignTo: target },
      {
        running: 'Assigning...',
        title: 'Contacts Assigned',
        unchangedTitle: 'Nothing Assigned',
        done: (contactsText) => `${contactsText} assigned`,
        skipped: target === 'rules' ? 'no rule fits' : 'nothing to change',
      },
    )
    onClose()
  }
  return (
    <FormDialog
      title={`Assign ${people}`}
      description="A new owner gets the former owner's open tasks."
      verb="Assign"
      disabled={target === ''}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Contact owner">
        <Select placeholder="Choose" options={options} value={target} onValue={setTarget} />
      </Field>
    </FormDialog>
  )
}
