import { useState } from 'react'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { assigneeOptions, useMembers } from '#web/features/organization/members.ts'
import { Field, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import type { BulkDialogProps } from './bulk-dialog-props.ts'

/** Chooses the owner of the selected contacts. */
export function OwnerDialog({ people, onApply, onClose }: BulkDialogProps) {
  const { user } = useCurrentUser()
  const members = useMembers()
  const [target, setTarget] = useState(user?.id ?? 'rules')
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
        skipped: 'no rule fits',
      },
    )
    onClose()
  }
  return (
    <FormDialog
      title={`Assign ${people}`}
      description="The owner works with the contact. Open tasks of the former owner move along."
      verb="Assign"
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Contact owner">
        <Select options={options} value={target} onValue={setTarget} />
      </Field>
    </FormDialog>
  )
}
