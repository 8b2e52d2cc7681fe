import { assigneeOptions, useMembers } from '#web/features/organization/members.ts'

/** The name of a contact's owner. */
export function OwnerName({ ownerId }: { ownerId: string | null }) {
  const members = useMembers()
  if (ownerId === null) return <span className="text-dim">Unassigned</span>
  return assigneeOptions(members, ownerId).find(({ value }) => value === ownerId)?.label ?? null
}
