import { useState } from 'react'
import { assigneeOptions, useMembers } from '#web/features/organization/members.ts'
import { Field, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog-props.ts'

/** Chooses the owner of the selected contacts. */
export function OwnerDialog({ people, onApply, onClose }: BulkDialogProps) {
  const members = useMembers()
  const [target, setTarget] = useState<string>('rules')
  const options = [
    { value: 'rules', label: 'By the assignment rules' },
    { value: 'pond', label: 'Put into the pond' },
    { value: 'none', label: 'Unassigned' },
    ...assigneeOptions(members, null),
  ]
  const submit = () => {
    onApply(
      { action: 'owner', assignTo: target },
      {
        running: 'Assigning...',
        title: 'Contacts Assigned',
        unchangedTitle: 'Nothing Assigned',
        done: (contactsText) => `${contactsText} assigned`,
        skipped: 'no rule fits',
      },
    )
    onClose()
  }
  return (
    <FormDialog title={`Assign ${people}`} verb="Assign" onClose={onClose} onSubmit={submit}>
      <Field label="Contact owner">
        <Select options={options} value={target} onValue={setTarget} />
      </Field>
    </FormDialog>
  )
}
