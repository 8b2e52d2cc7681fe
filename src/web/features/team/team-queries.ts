import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type * as invitationsContract from '#contract/invitations.ts'
import type { Invitation, InvitedRole } from '#contract/invitations.ts'
import type * as contract from '#contract/organizations.ts'
import type { Member } from '#contract/organizations.ts'
import { currentUserQuery } from '#web/features/auth/auth-queries.ts'
import { memberName } from '#web/features/organization/members.ts'
import { call, urlOf } from '#web/lib/api.ts'

import { pagesFrom } from '#web/lib/pages.ts'
import { route } from '#web/lib/route.ts'
import { toast } from '#web/ui/toast.tsx'
import { toastFailure } from '#web/ui/toast-failure.ts'

const getMembers = route<typeof contract.getMembers>('GET', '/api/organizations/{id}/members')
const changeMember = route<typeof contract.changeMember>('PATCH', '/api/organizations/{id}/members/{userId}')
const removeMember = route<typeof contract.removeMember>('DELETE', '/api/organizations/{id}/members/{userId}')
const leaveOrganization = route<typeof contract.leaveOrganization>('POST', '/api/organizations/{id}/leave')
const transferOwnership = route<typeof contract.transferOwnership>('POST', '/api/organizations/{id}/transfer')
const listInvitations = route<typeof invitationsContract.listInvitations>(
  'GET',
  '/api/organizations/{id}/invitations',
)
const createInvitation = route<typeof invitationsContract.createInvitation>(
  'POST',
  '/api/organizations/{id}/invitations',
)
const resendInvitation = route<typeof invitationsContract.resendInvitation>(
  'POST',
  '/api/organizations/{id}/invitations/{invitationId}/resend',
)
const revokeInvitation = route<typeof invitationsContract.revokeInvitation>(
  'DELETE',
  '/api/organizations/{id}/invitations/{invitationId}',
)

export type TeamRole = Member['role']

export const ROLE_NAMES: Readonly<Record<TeamRole, string>> = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  MEMBER: 'Member',
}

/** The members of an organization, page by page. */
export function useTeam(organizationId: string) {
  const params = { id: organizationId }
  return useInfiniteQuery(
    pagesFrom<Member>(
      ['/api/organizations', organizationId, 'members', 'pages'],
      urlOf(getMembers, { params }),
    ),
  )
}

/** Pending invitations, page by page; owners and admins only. */
export function useInvitations(organizationId: string, enabled: boolean) {
  const params = { id: organizationId }
  return useInfiniteQuery({
    ...pagesFrom<Invitation>(
      ['/api/organizations', organizationId, 'invitations'],
      urlOf(listInvitations, { params }),
    ),
    enabled,
  })
}

/** A change to the team. Refreshes everything about the organization and shows the server's message on failure. */
function useTeamChange<V, T>(
  change: (input: V) => Promise<T>,
  { failed, onDone }: { failed: string; onDone?: (input: V) => void },
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (_, input) => onDone?.(input),
    onError: toastFailure('Error', failed),
    // After a failure too: someone else may have changed the team in the meantime.
    onSettled: () => client.invalidateQueries({ queryKey: ['/api/organizations'] }),
  })
}

export function useChangeRole(organizationId: string) {
  const client = useQueryClient()
  return useTeamChange(
    ({ member, role }: { member: Member; role: TeamRole }) =>
      call(changeMember, { params: { id: organizationId, userId: member.id }, body: { role } }),
    {
      failed: 'Failed to change the role',
      onDone: ({ member, role }) => {
        toast({ title: 'Role Changed', description: `${memberName(member)} is now ${ROLE_NAMES[role]}.` })
        void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
      },
    },
  )
}

export function useRemoveMember(organizationId: string, onDone: () => void) {
  const client = useQueryClient()
  return useTeamChange(
    (member: Member) => call(removeMember, { params: { id: organizationId, userId: member.id } }),
    {
      failed: 'Failed to remove the member',
      onDone: (member) => {
        toast({ title: 'Member Removed', description: `${memberName(member)} was signed out everywhere.` })
        void client.invalidateQueries({ queryKey: ['/api/tasks'] })
        void client.invalidateQueries({ queryKey: ['/api/contacts'] })
        onDone()
      },
    },
  )
}

export function useTransferOwnership(organizationId: string, onDone: () => void) {
  const client = useQueryClient()
  return useTeamChange(
    (userId: string) => call(transferOwnership, { params: { id: organizationId }, body: { userId } }),
    {
      failed: 'Failed to transfer ownership',
      onDone: () => {
        toast({ title: 'Ownership Transferred', description: "You're now an admin." })
        void client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
        onDone()
      },
    },
  )
}

/** Leaves the organization and drops everything cached about it. */
export function useLeave(organizationId: string, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(leaveOrganization, { params: { id: organizationId } }),
    onSuccess: async () => {
      onDone()
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUserQuery.queryKey[0] })
      await client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    },
    onError: toastFailure('Error', 'Failed to leave the organization'),
  })
}

/** Sends an invitation; the form shows its errors. */
export function useInvite(organizationId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { email: string; role: InvitedRole }) =>
      call(createInvitation, { params: { id: organizationId }, body }),
    onSuccess: (invitation) => {
      toast({ title: 'Invitation Sent', description: `${invitation.email} can join for 7 days.` })
      return client.invalidateQueries({ queryKey: ['/api/organizations'] })
    },
  })
}

export function useResend(organizationId: string) {
  return useTeamChange(
    ({ id }: Invitation) => call(resendInvitation, { params: { id: organizationId, invitationId: id } }),
    {
      failed: 'Failed to send the invitation',
      onDone: ({ email }) =>
        toast({
          title: 'Invitation Sent',
          description: `We emailed ${email} a new link. The old one no longer works.`,
        }),
    },
  )
}

export function useRevoke(organizationId: string) {
  return useTeamChange(
    ({ id }: Invitation) => call(revokeInvitation, { params: { id: organizationId, invitationId: id } }),
    {
      failed: 'Failed to revoke the invitation',
      onDone: ({ email }) =>
        toast({ title: 'Invitation Revoked', description: `The link for ${email} no longer works.` }),
    },
  )
}
