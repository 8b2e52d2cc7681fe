import { z } from 'zod'
import { currentUser } from './auth.ts'
import { emailAddress } from './email-address.ts'
import { endpoint } from './endpoint.ts'
import { isoDateTime, pageQuery, uuid } from './text.ts'

/** Roles of invitations; only members can become OWNER. */
export const INVITED_ROLES = ['MEMBER', 'ADMIN'] as const
const invitedRole = z.enum(INVITED_ROLES)
export type InvitedRole = z.infer<typeof invitedRole>

const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: invitedRole,
  /** Name or email of the inviter; null if their account is gone. */
  invitedBy: z.string().nullable(),
  createdAt: isoDateTime,
  expiresAt: isoDateTime,
  expired: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>

export const listInvitations = endpoint({
  method: 'GET',
  path: '/api/organizations/{id}/invitations',
  summary: 'List open invitations, newest first; the Link header has the next page',
  access: 'member',
  role: 'ADMIN',
  rate: 'read',
  params: z.object({ id: uuid }),
  query: z.object(pageQuery(100)),
  answers: { 200: z.array(invitation) },
})

export const invitationInput = z.strictObject({ email: emailAddress, role: invitedRole })
export type InvitationInput = z.infer<typeof invitationInput>

export const createInvitation = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/invitations',
  summary: 'Invite an email address with a one-time link, valid for 7 days',
  access: 'member',
  role: 'ADMIN',
  rate: 'write',
  params: z.object({ id: uuid }),
  body: invitationInput,
  answers: { 201: invitation },
})

const invitationParams = z.object({ id: uuid, invitationId: uuid })

export const resendInvitation = endpoint({
  method: 'POST',
  path: '/api/organizations/{id}/invitations/{invitationId}/resend',
  summary: 'Email a new link, valid for 7 days; the previous one stops working',
  access: 'member',
  role: 'ADMIN',
  rate: 'write',
  params: invitationParams,
  answers: { 200: invitation },
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/api/organizations/{id}/invitations/{invitationId}',
  summary: 'Revoke an invitation',
  access: 'member',
  role: 'ADMIN',
  rate: 'write',
  params: invitationParams,
  answers: { 204: z.undefined() },
})

const received = z.object({
  id: z.string(),
  organizationName: z.string(),
  role: invitedRole,
  invitedBy: z.string().nullable(),
  expiresAt: isoDateTime,
  /** Why it can't be accepted now, and what to do; null if it can. */
  obstacle: z.string().nullable(),
})
export type ReceivedInvitation = z.infer<typeof received>

export const listReceivedInvitations = endpoint({
  method: 'GET',
  path: '/api/invitations',
  summary: 'List up to 20 invitations to your own address, newest first',
  access: 'signed-in',
  rate: 'read',
  answers: { 200: z.array(received) },
})

const tokenInput = z.strictObject({ token: z.string('Required').min(1, 'Required').max(200) })

export const readInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/look-up',
  summary: 'Get the invitation of an emailed link; changes nothing',
  access: 'signed-in',
  rate: 'write',
  body: tokenInput,
  answers: { 200: received },
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/accept',
  summary: 'Accept an invitation by its token, signed in with the invited address',
  access: 'signed-in',
  rate: 'write',
  body: tokenInput,
  answers: { 200: currentUser },
})

export const acceptReceivedInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/{id}/accept',
  summary: 'Accept an invitation to your own address',
  access: 'signed-in',
  rate: 'write',
  params: z.object({ id: uuid }),
  answers: { 200: currentUser },
})
