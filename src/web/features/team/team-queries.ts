import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Invitation, InvitedRole } from '#contract/invitations.ts'
import type { Member } from '#contract/organizations.ts'
import { currentUserQuery } from '#web/features/auth/auth-queries.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { memberName } from '#web/features/organization/members.ts'
import { useOrganizationChange } from '#web/features/organization/organization-change.ts'
import { call, urlOf } from '#web/lib/api.ts'
import { pagesFrom } from '#web/lib/pages.ts'
import { toastFailure } from '#web/ui/toast.tsx'

export type TeamRole = Member['role']

export const ROLE_NAMES: Readonly<Record<TeamRole, string>> = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  MEMBER: 'Member',
}

/** The members of the organization, page by page. */
export function useTeam() {
  const { organizationId: id } = useMember()
  const url = urlOf('GET /api/organizations/{id}/members', { params: { id } })
  return useInfiniteQuery(pagesFrom<Member>(['/api/organizations', id, 'members', 'pages'], url))
}

/** Pending invitations, page by page; owners and admins only. */
export function useInvitations(enabled: boolean) {
  const { organizationId: id } = useMember()
  const url = urlOf('GET /api/organizations/{id}/invitations', { params: { id } })
  const pages = pagesFrom<Invitation>(['/api/organizations', id, 'invitations'], url)
  return useInfiniteQuery({ ...pages, enabled })
}

export const useChangeRole = () =>
  useOrganizationChange({
    change: (id, { member, role }: { member: Member; role: TeamRole }) =>
      call('PATCH /api/organizations/{id}/members/{userId}', {
        params: { id, userId: member.id },
        body: { role },
      }),
    failureToast: ['Error', 'Failed to change the role'],
    successToast: ({ member, role }) => ({
      title: 'Role Changed',
      description: `${memberName(member)} is now ${ROLE_NAMES[role]}.`,
    }),
    refreshedKeys: [currentUserQuery.queryKey],
  })

export const useRemoveMember = () =>
  useOrganizationChange({
    change: (id, member: Member) =>
      call('DELETE /api/organizations/{id}/members/{userId}', { params: { id, userId: member.id } }),
    failureToast: ['Error', 'Failed to remove the member'],
    successToast: (member) => ({
      title: 'Member Removed',
      description: `${memberName(member)} lost access to your organization.`,
    }),
    refreshedKeys: [['/api/tasks'], ['/api/contacts']],
  })

export const useTransferOwnership = () =>
  useOrganizationChange({
    change: (id, userId: string) =>
      call('POST /api/organizations/{id}/transfer', { params: { id }, body: { userId } }),
    failureToast: ['Error', 'Failed to transfer ownership'],
    successToast: () => ({ title: 'Ownership Transferred', description: "You're now an admin." }),
    refreshedKeys: [currentUserQuery.queryKey],
  })

export const useResend = () =>
  useOrganizationChange({
    change: (id, { id: invitationId }: Invitation) =>
      call('POST /api/organizations/{id}/invitations/{invitationId}/resend', {
        params: { id, invitationId },
      }),
    failureToast: ['Error', 'Failed to send the invitation'],
    successToast: ({ email }) => ({
      title: 'Invitation Sent',
      description: `We emailed ${email} a new link. The old one no longer works.`,
    }),
  })

export const useRevoke = () =>
  useOrganizationChange({
    change: (id, { id: invitationId }: Invitation) =>
      call('DELETE /api/organizations/{id}/invitations/{invitationId}', { params: { id, invitationId } }),
    failureToast: ['Error', 'Failed to revoke the invitation'],
    successToast: ({ email }) => ({
      title: 'Invitation Revoked',
      description: `The link for ${email} no longer works.`,
    }),
  })

/** Sends an invitation; the form shows its errors. */
export const useInvite = () =>
  useOrganizationChange({
    change: (id, body: { email: string; role: InvitedRole }) =>
      call('POST /api/organizations/{id}/invitations', { params: { id }, body }),
    successToast: ({ email }) => ({ title: 'Invitation Sent', description: `${email} can join for 7 days.` }),
  })

/** Leaves the organization and drops everything cached about it. */
export function useLeave(onDone: () => void) {
  const client = useQueryClient()
  const { organizationId: id } = useMember()
  return useMutation({
    mutationFn: () => call('POST /api/organizations/{id}/leave', { params: { id } }),
    onSuccess: async () => {
      onDone()
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== currentUserQuery.queryKey[0] })
      await client.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    },
    onError: toastFailure('Error', 'Failed to leave the organization'),
  })
}
