import { useState } from 'react'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { assigneeOptions, useMembers } from '#web/features/organization/members.ts'
import { Field, Select } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

interface AssignDialogProps {
  /** The selection as text, such as `12 contacts`. */
  people: string
  onAssign: (userId: string | null, name: string) => void
  onClose: () => void
}

const UNASSIGNED = 'unassigned'

/** Chooses the assignee of the selected contacts' open tasks. */
export function AssignDialog({ people, onAssign, onClose }: AssignDialogProps) {
  const { user } = useCurrentUser()
  const members = useMembers()
  const [chosen, setChosen] = useState(user?.id ?? UNASSIGNED)
  const options = [...assigneeOptions(members, null), { value: UNASSIGNED, label: 'Unassigned' }]
  const name = options.find(({ value }) => value === chosen)?.label ?? ''
  return (
    <FormDialog
      width="sm"
      title="Assign tasks"
      description={`Assign all open tasks for ${people} to one person.`}
      verb="Assign"
      disabled={members.length === 0}
      onClose={onClose}
      onSubmit={() => onAssign(chosen === UNASSIGNED ? null : chosen, name)}
    >
      <Field label="Assign to">
        <Select options={options} value={chosen} onValue={setChosen} />
      </Field>
    </FormDialog>
  )
}
