import type { ImportTarget } from '#contract/imports.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { assigneeOptions, useMembers } from '#web/features/organization/members.ts'
import { Field, Select } from '#web/ui/form.tsx'

interface AssignChoiceProps {
  value: ImportTarget
  onValue: (value: ImportTarget) => void
  disabled: boolean
}

/** Chooses the owner of a file's contacts. */
export function AssignChoice({ value, onValue, disabled }: AssignChoiceProps) {
  const { id: ownId } = useMember()
  const others = useMembers().filter(({ id }) => id !== ownId)
  const options = [
    { value: 'file', label: 'Keep as in the file' },
    { value: ownId, label: 'Me' },
    ...assigneeOptions(others, null),
    { value: 'rules', label: 'By the assignment rules' },
    { value: 'pond', label: 'Put into the pond' },
    { value: 'none', label: 'No one' },
  ]
  return (
    <Field
      label="Assign to"
      hint={
        value === 'file'
          ? 'Contacts go to the member in the "Assigned to" column, found by name or email address.'
          : undefined
      }
    >
      <Select options={options} value={value} disabled={disabled} onValue={onValue} />
    </Field>
  )
}
