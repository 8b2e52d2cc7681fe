import { useQuery } from '@tanstack/react-query'
import type * as contract from '#contract/organizations.ts'
import type { Member } from '#contract/organizations.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { joinPresent } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'

const getMembers = route<typeof contract.getMembers>('GET', '/api/organizations/{id}/members')

/** The people of the user's organization; empty until known. */
export function useMembers(): readonly Member[] {
  const organizationId = useCurrentUser().user?.organizationId ?? null
  const members = useQuery({
    ...read(getMembers, { params: { id: organizationId ?? '' } }),
    enabled: organizationId !== null,
  })
  return members.data ?? []
}

type MemberIdentity = Pick<Member, 'firstName' | 'lastName' | 'email'>

/** `Ada Okafor`; the address of who has told no name yet. */
export function memberName({ firstName, lastName, email }: MemberIdentity): string {
  return joinPresent([firstName, lastName], ' ') || email
}

/** Everybody who can be given something to do; somebody who has left stays visible where they had it. */
export function assigneeOptions(members: readonly Member[], assignedTo: string | null) {
  const options = members.map((member) => ({ value: member.id, label: memberName(member) }))
  const isUnknown = assignedTo !== null && members.length > 0 && !members.some(({ id }) => id === assignedTo)
  return isUnknown ? [...options, { value: assignedTo, label: 'Former member' }] : options
}
