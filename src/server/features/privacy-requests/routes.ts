import {
  checkKeptOut,
  closePrivacyRequest,
  confirmPrivacyRequest,
  findPrivacyMatches,
  letInAgain,
  listPrivacyRequests,
  makePrivacyRequest,
} from '#contract/privacy-requests.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { PrivacyRequestsService } from './service.ts'

export function privacyRequestsRoutes(api: Api, service: PrivacyRequestsService): void {
  const ok = { ok: true as const }

  api.serve(makePrivacyRequest, async ({ body, request, reply }) => {
    await service.submit(body, request.ip)
    reply.code(201)
    return ok
  })

  api.serve(confirmPrivacyRequest, async ({ body, request }) => {
    await service.confirm(body.token, request.id)
    return ok
  })

  api.serve(listPrivacyRequests, ({ query }) => service.list(query))

  api.serve(findPrivacyMatches, (call) => service.matches(callerOf(call), call.params.id, call.query))

  api.serve(checkKeptOut, async ({ body }) => ({ keptOut: await service.checkKeptOut(body) }))

  api.serve(letInAgain, async (call) => {
    const { reason, ...reach } = call.body
    return { organizations: await service.letInAgain(callerOf(call), reach, reason) }
  })

  api.serve(closePrivacyRequest, (call) => service.close(callerOf(call), call.params.id, call.body))
}

function callerOf({ session, request }: { session: Session; request: { id: string } }) {
  return { session, requestId: request.id }
}
