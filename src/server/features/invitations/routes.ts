import {
  acceptInvitation,
  acceptReceivedInvitation,
  createInvitation,
  listInvitations,
  listReceivedInvitations,
  readInvitation,
  resendInvitation,
  revokeInvitation,
} from '#contract/invitations.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { InvitationsService } from './service.ts'

export function invitationsRoutes(api: Api, service: InvitationsService, auth: AuthService): void {
  api.serve(listInvitations, async (call) => {
    const { id } = call.params
    const { invitations, next } = await service.list(contextOf(call), id, call.query)
    if (next) {
      const query = new URLSearchParams({ limit: String(call.query.limit), cursor: next })
      call.reply.header('Link', `</api/organizations/${id}/invitations?${query}>; rel="next"`)
    }
    return invitations
  })

  api.serve(createInvitation, async (call) => {
    const invitation = await service.invite(contextOf(call), call.params.id, call.body)
    call.reply.code(201)
    return invitation
  })

  api.serve(resendInvitation, (call) =>
    service.resend(contextOf(call), call.params.id, call.params.invitationId),
  )

  api.serve(revokeInvitation, async (call) => {
    await service.revoke(contextOf(call), call.params.id, call.params.invitationId)
    return call.reply.code(204).send()
  })

  api.serve(listReceivedInvitations, ({ session }) => service.received(session))

  api.serve(readInvitation, ({ session, body }) => service.readByToken(session, body.token))

  api.serve(acceptInvitation, async ({ session, body, request }) => {
    await service.acceptByToken(session, body.token, request.id)
    return auth.currentUser(session)
  })

  api.serve(acceptReceivedInvitation, async ({ session, params, request }) => {
    await service.acceptReceived(session, params.id.toLowerCase(), request.id)
    return auth.currentUser(session)
  })
}
