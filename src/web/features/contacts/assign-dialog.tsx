import { useId, useState } from 'react'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { assigneeOptions, useMembers } from '#web/features/organization/members.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

interface AssignDialogProps {
  /** Who is selected, in words. */
  people: string
  onAssign: (userId: string | null, name: string) => void
  onClose: () => void
}

const NOBODY = 'nobody'

/** Asks who shall do the open tasks of the selected contacts. */
export function AssignDialog({ people, onAssign, onClose }: AssignDialogProps) {
  const formId = useId()
  const { user } = useCurrentUser()
  const members = useMembers()
  const [chosen, setChosen] = useState(user?.id ?? NOBODY)
  const options = [...assigneeOptions(members, null), { value: NOBODY, label: 'Nobody' }]
  const name = options.find(({ value }) => value === chosen)?.label ?? ''
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="sm"
      title="Assign tasks"
      description={`The open tasks of ${people} go to one person.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} disabled={members.length === 0}>
            Assign
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          onAssign(chosen === NOBODY ? null : chosen, name)
        }}
      >
        <Field label="Assign to">
          <Select options={options} value={chosen} onChange={(event) => setChosen(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
