import type { FastifyReply } from 'fastify'
import * as contract from '#contract/invitations.ts'
import type { AuthService } from '#server/features/auth/service.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { SessionCookie } from '#server/platform/http/session.ts'
import { sendItems } from '#server/platform/page.ts'
import type { InvitationsService } from './service.ts'

type Cookies = SessionCookie & {
  set(reply: FastifyReply, sid: string, isAwaitingCode: boolean): void
}

export function invitationsRoutes(
  api: Api,
  service: InvitationsService,
  auth: AuthService,
  cookies: Cookies,
): void {
  api.serve(contract.listInvitations, async (call) =>
    sendItems(call, await service.list(contextOf(call), call.query)),
  )

  api.serve(contract.createInvitation, (call) => service.invite(contextOf(call), call.body))

  api.serve(contract.resendInvitation, (call) => service.resend(contextOf(call), call.params.invitationId))

  api.serve(contract.revokeInvitation, (call) => service.revoke(contextOf(call), call.params.invitationId))

  api.serve(contract.listReceivedInvitations, ({ session, request }) =>
    service.listReceived(session, request.site),
  )

  api.serve(contract.readInvitation, ({ session, body, request }) =>
    service.readByToken(session, body.token, request.site),
  )

  api.serve(contract.previewInvitation, ({ session, body, request }) =>
    service.preview(session, body.token, request.site),
  )

  api.serve(contract.joinByInvitation, ({ session, body: { token, signsOut }, request, reply }) =>
    service.joinByToken(
      token,
      { session, sid: cookies.read(request), signsOut, requestId: request.id, site: request.site },
      async (email) => {
        const signedIn = await auth.signInByEmail(email, {
          oldSid: cookies.read(request),
          requestId: request.id,
          userAgent: request.headers['user-agent'],
        })
        cookies.set(reply, signedIn.sid, signedIn.isAwaitingCode)
        return signedIn
      },
    ),
  )

  api.serve(contract.acceptInvitation, async (call) => {
    await service.acceptByToken(cookies.signedInUserOf(call), call.body.token, call.request.site)
    return auth.readCurrentUser(cookies.read(call.request))
  })

  api.serve(contract.acceptReceivedInvitation, async (call) => {
    await service.acceptReceived(
      cookies.signedInUserOf(call),
      call.params.id.toLowerCase(),
      call.request.site,
    )
    return auth.readCurrentUser(cookies.read(call.request))
  })

  api.serve(contract.declineInvitation, (call) =>
    service.decline(cookies.signedInUserOf(call), call.params.id.toLowerCase(), call.request.site),
  )
}
