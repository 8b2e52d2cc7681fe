import { z } from 'zod'
import { MAX_CONTACT_LIMIT } from '#domain/assignment/limits.ts'
import { memberAccess } from './auth.ts'
import { memberEndpoint } from './endpoint.ts'
import { requiredLine, uuid } from './text.ts'

const MAX_TEAM_MEMBERS = 200

const team = z.object({
  id: z.string(),
  name: z.string(),
  memberIds: z.array(z.string()),
  /** Contacts that belong to the team, as far as the caller sees them. */
  contacts: z.number().int(),
})
export type Team = z.infer<typeof team>

const name = requiredLine(80, 'Enter a name for the team')
const memberIds = z.array(uuid).max(MAX_TEAM_MEMBERS, `A team has at most ${MAX_TEAM_MEMBERS} members`)

export const listTeams = memberEndpoint('GET /api/organizations/{id}/teams', {
  summary: 'List the teams of your organization by name, with the ids of their members',
  responses: { 200: z.array(team) },
})

export const createTeam = memberEndpoint('POST /api/organizations/{id}/teams', {
  summary: 'Add a team; 409 for a name that is in use',
  role: 'ADMIN',
  body: z.strictObject({ name, memberIds: memberIds.default([]) }),
  responses: { 201: team },
})

export const updateTeam = memberEndpoint('PATCH /api/organizations/{id}/teams/{teamId}', {
  summary: 'Rename a team, or replace its members',
  role: 'ADMIN',
  body: z.strictObject({ name: name.optional(), memberIds: memberIds.optional() }),
  responses: { 200: team },
})

export const deleteTeam = memberEndpoint('DELETE /api/organizations/{id}/teams/{teamId}', {
  summary: 'Delete a team; its contacts keep their owners',
  role: 'ADMIN',
})

const memberSettings = z.object({
  userId: z.string(),
  /** Contacts that a MEMBER sees; owners and admins see all. */
  access: memberAccess,
  /** Gets no contacts from rules or the pond. */
  isPaused: z.boolean(),
  /** Contacts up to which rules assign more; null for no limit. */
  maxContacts: z.number().int().nullable(),
  /** Contacts that the member owns. */
  contacts: z.number().int(),
})
export type MemberSettings = z.infer<typeof memberSettings>

export const listMemberSettings = memberEndpoint('GET /api/organizations/{id}/member-settings', {
  summary: 'List which contacts each member sees and may be assigned',
  role: 'ADMIN',
  responses: { 200: z.array(memberSettings) },
})

export const changeMemberSettings = memberEndpoint('PATCH /api/organizations/{id}/member-settings/{userId}', {
  summary: 'Change which contacts a member sees (own, team or all), pause them, or limit their contacts',
  role: 'ADMIN',
  body: z.strictObject({
    access: memberAccess.optional(),
    isPaused: z.boolean().optional(),
    maxContacts: z.number().int().min(1).max(MAX_CONTACT_LIMIT).nullable().optional(),
  }),
  responses: { 200: memberSettings },
})
