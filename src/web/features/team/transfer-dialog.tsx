import { useState } from 'react'
import type { Member } from '#contract/organizations.ts'
import { memberName } from '#web/features/organization/members.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Select } from '#web/ui/select.tsx'
import { useTransferOwnership } from './team-queries.ts'

interface TransferDialogProps {
  organizationId: string
  /** All members but the current owner. */
  members: readonly Member[]
  onClose: () => void
}

/** Transfers ownership to another member. */
export function TransferDialog({ organizationId, members, onClose }: TransferDialogProps) {
  const [chosen, setChosen] = useState('')
  const [error, setError] = useState<string>()
  const transfer = useTransferOwnership(organizationId, onClose)
  const submit = () => {
    if (chosen) transfer.mutate(chosen)
    else setError('Choose a member')
  }
  return (
    <FormDialog
      title="Transfer ownership"
      description="The member you choose becomes the owner and you become an admin right away. Only they can undo this."
      verb="Transfer ownership"
      danger
      pending={transfer.isPending}
      pendingLabel="Transferring..."
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="New owner" required error={error}>
        <Select
          placeholder="Choose a member"
          value={chosen}
          options={members.map((member) => ({ value: member.id, label: optionText(member) }))}
          onChange={(event) => {
            setError(undefined)
            setChosen(event.target.value)
          }}
        />
      </Field>
    </FormDialog>
  )
}

/** Includes the email address, since two members can have the same name. */
function optionText(member: Member): string {
  const name = memberName(member)
  return name === member.email ? name : `${name} (${member.email})`
}
