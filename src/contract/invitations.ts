import { z } from 'zod'
import { currentUser } from './auth.ts'
import { emailAddress } from './email-address.ts'
import { memberEndpoint, publicEndpoint, signedInEndpoint } from './endpoint.ts'
import { isoDateTime, pageQuery } from './text.ts'

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

export const listInvitations = memberEndpoint('GET /api/organizations/{id}/invitations', {
  summary: 'List open invitations, newest first; the Link header has the next page',
  role: 'ADMIN',
  query: z.object(pageQuery(100)),
  responses: { 200: z.array(invitation) },
})

export const invitationInput = z.strictObject({ email: emailAddress, role: invitedRole })
export type InvitationInput = z.infer<typeof invitationInput>

export const createInvitation = memberEndpoint('POST /api/organizations/{id}/invitations', {
  summary: 'Invite an email address with a one-time link, valid for 7 days',
  role: 'ADMIN',
  body: invitationInput,
  responses: { 201: invitation },
})

export const resendInvitation = memberEndpoint(
  'POST /api/organizations/{id}/invitations/{invitationId}/resend',
  {
    summary: 'Email a new link, valid for 7 days; the previous one stops working',
    role: 'ADMIN',
    responses: { 200: invitation },
  },
)

export const revokeInvitation = memberEndpoint('DELETE /api/organizations/{id}/invitations/{invitationId}', {
  summary: 'Revoke an invitation',
  role: 'ADMIN',
})

const received = z.object({
  id: z.string(),
  organizationName: z.string(),
  role: invitedRole,
  invitedBy: z.string().nullable(),
  expiresAt: isoDateTime,
  /** Reason why it can't be accepted now, and what to do; null if it can. */
  obstacle: z.string().nullable(),
})
export type ReceivedInvitation = z.infer<typeof received>

export const listReceivedInvitations = signedInEndpoint('GET /api/invitations', {
  summary: 'List up to 20 invitations to your own address, newest first',
  responses: { 200: z.array(received) },
})

const tokenInput = z.strictObject({ token: z.string('Required').min(1, 'Required').max(200) })

export const readInvitation = signedInEndpoint('POST /api/invitations/read', {
  summary: 'Get the invitation of an emailed link; changes nothing',
  body: tokenInput,
  responses: { 200: received },
})

const openInvitation = z.object({
  email: z.string(),
  organizationName: z.string(),
  role: invitedRole,
  invitedBy: z.string().nullable(),
  expiresAt: isoDateTime,
  /** Another person signed in with this browser, who would be signed out. */
  signedInAs: z.string().nullable(),
})
export type OpenInvitation = z.infer<typeof openInvitation>

export const previewInvitation = publicEndpoint('POST /api/invitations/preview', {
  summary: 'Get what an emailed invitation says, without signing in; changes nothing',
  rate: 'write',
  body: tokenInput,
  responses: { 200: openInvitation },
})

export const joinByInvitation = publicEndpoint('POST /api/invitations/join', {
  summary:
    'Sign in with the invited address and join, once; `signsOut` confirms that another person signed in with this browser is signed out',
  rate: 'write',
  body: tokenInput.extend({ signsOut: z.boolean().default(false) }),
  responses: { 200: z.object({ location: z.string() }) },
})

export const acceptInvitation = signedInEndpoint('POST /api/invitations/accept', {
  summary: 'Accept an invitation by its token, signed in with the invited address',
  body: tokenInput,
  responses: { 200: currentUser },
})

export const acceptReceivedInvitation = signedInEndpoint('POST /api/invitations/{id}/accept', {
  summary: 'Accept an invitation to your own address',
  responses: { 200: currentUser },
})

export const declineInvitation = signedInEndpoint('DELETE /api/invitations/{id}', {
  summary: 'Decline an invitation to your own address',
})
