import { useQuery } from '@tanstack/react-query'
import type { Member } from '#contract/organizations.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { joinPresent } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'

/** The members of the user's organization; empty while loading. */
export function useMembers(): readonly Member[] {
  const organizationId = useCurrentUser().user?.organizationId ?? null
  const members = useQuery({
    ...read('GET /api/organizations/{id}/members', { params: { id: organizationId ?? '' } }),
    enabled: organizationId !== null,
  })
  return members.data ?? []
}

type MemberIdentity = Pick<Member, 'firstName' | 'lastName' | 'email'>

/** `Ada Okafor`, or the email address while the name is missing. */
export function memberName({ firstName, lastName, email }: MemberIdentity): string {
  return joinPresent([firstName, lastName], ' ') || email
}

/** Name of a member by id. */
export function memberNameOf(members: readonly Member[], userId: string | null): string {
  const member = members.find(({ id }) => id === userId)
  return member ? memberName(member) : 'Former member'
}

/** Options for assigning work. A former member stays listed where they are still assigned. */
export function assigneeOptions(members: readonly Member[], assignedTo: string | null) {
  const options = members.map((member) => ({ value: member.id, label: memberName(member) }))
  const isUnknown = assignedTo !== null && members.length > 0 && !members.some(({ id }) => id === assignedTo)
  return isUnknown ? [...options, { value: assignedTo, label: 'Former member' }] : options
}
