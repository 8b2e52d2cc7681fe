import type { ContactDetail } from '#contract/contacts.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { DrawerSection } from '#web/features/contacts/drawer/fact-list.tsx'
import { assigneeOptions, useMembers } from '#web/features/organization/members.ts'
import { useTeams } from '#web/features/team/teams-queries.ts'
import { Field, Select } from '#web/ui/form.tsx'
import { useAssign } from './assignments-queries.ts'
import { OwnerName } from './owner-name.tsx'

/** The owner and team of a contact; members with access to all contacts can change them. */
export function OwnerSection({ contact }: { contact: ContactDetail }) {
  const user = useMember()
  const members = useMembers()
  const teams = useTeams()
  const assign = useAssign()
  const { id, ownerId, teamId } = contact
  const shown = { to: ownerId ?? 'none', teamId, ...(assign.isPending ? assign.variables : {}) }
  if (members.length < 2) return null
  if (user.access !== 'all')
    return (
      <DrawerSection title="Contact owner">
        <p className="text-sm">
          <OwnerName ownerId={ownerId} />
        </p>
      </DrawerSection>
    )
  const options = [
    { value: 'none', label: 'Unassigned' },
    ...assigneeOptions(members, ownerId),
    { value: 'rules', label: 'By the assignment rules' },
    { value: 'pond', label: 'Put into the pond' },
  ]
  return (
    <DrawerSection title="Contact owner">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Assigned to">
          <Select
            options={options}
            value={shown.to}
            disabled={assign.isPending}
            onValue={(to) => assign.mutate({ contactId: id, to: to as 'none' })}
          />
        </Field>
        {teams.length > 0 && (
          <Field label="Team">
            <Select
              placeholder="No team"
              options={teams.map((team) => ({ value: team.id, label: team.name }))}
              value={shown.teamId ?? ''}
              disabled={assign.isPending}
              onValue={(value) => assign.mutate({ contactId: id, teamId: value || null })}
            />
          </Field>
        )}
      </div>
    </DrawerSection>
  )
}
