import { useQuery } from '@tanstack/react-query'
import type { MemberSettings, Team } from '#contract/teams.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { useOrganizationChange } from '#web/features/organization/organization-change.ts'
import { type CallInput, call } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'

export const ACCESS_LABELS: Readonly<Record<MemberSettings['access'], string>> = {
  own: 'Own contacts',
  team: "Their team's contacts",
  all: 'All contacts',
}

/** The organization's teams; empty while loading. */
export function useTeams(): readonly Team[] {
  return useTeamsQuery().data ?? []
}

export function useTeamsQuery() {
  const organizationId = useCurrentUser().user?.organizationId ?? null
  return useQuery({
    ...read('GET /api/organizations/{id}/teams', { params: { id: organizationId ?? '' } }),
    enabled: organizationId !== null,
  })
}

/** Access and assignment settings of each member; owners and admins only. */
export function useMemberSettings() {
  const { organizationId: id } = useMember()
  return useQuery(read('GET /api/organizations/{id}/member-settings', { params: { id } }))
}

type SettingsChange = CallInput<'PATCH /api/organizations/{id}/member-settings/{userId}'>['body']

export const useChangeMemberSettings = () =>
  useOrganizationChange({
    change: (id, { userId, ...body }: SettingsChange & { userId: string }) =>
      call('PATCH /api/organizations/{id}/member-settings/{userId}', { params: { id, userId }, body }),
    failureToast: ['Not Saved', "We couldn't save this change. Please try again."],
    refreshedKeys: [['/api/contacts']],
  })

/** Adds a team, or changes the one with `id`; the form shows its errors. */
export const useSaveTeam = () =>
  useOrganizationChange({
    change: (id, { id: teamId, ...body }: { id?: string; name: string; memberIds: string[] }) =>
      teamId
        ? call('PATCH /api/organizations/{id}/teams/{teamId}', { params: { id, teamId }, body })
        : call('POST /api/organizations/{id}/teams', { params: { id }, body }),
    successToast: ({ name }) => ({ title: 'Team Saved', description: `Saved the team ${name}.` }),
    refreshedKeys: [['/api/contacts']],
  })

export const useDeleteTeam = () =>
  useOrganizationChange({
    change: (id, { id: teamId }: Team) =>
      call('DELETE /api/organizations/{id}/teams/{teamId}', { params: { id, teamId } }),
    failureToast: ['Error', "We couldn't delete the team. Please try again."],
    successToast: ({ name }) => ({
      title: 'Team Deleted',
      description: `${name} was deleted. Its contacts keep their owners.`,
    }),
    refreshedKeys: [['/api/contacts']],
  })
