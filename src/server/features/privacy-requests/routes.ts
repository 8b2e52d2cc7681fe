import {
  checkInstanceSuppression,
  closePrivacyRequest,
  confirmPrivacyRequest,
  findPrivacyMatches,
  liftInstanceSuppression,
  listPrivacyRequests,
  submitPrivacyRequest,
} from '#contract/privacy-requests.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Session } from '#server/platform/http/session.ts'
import type { PrivacyRequestsService } from './service.ts'

export function privacyRequestsRoutes(api: Api, service: PrivacyRequestsService): void {
  const ok = { ok: true as const }

  api.serve(submitPrivacyRequest, async ({ body, request, reply }) => {
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

  api.serve(checkInstanceSuppression, async ({ body }) => ({ keptOut: await service.checkSuppression(body) }))

  api.serve(liftInstanceSuppression, async (call) => {
    const { reason, ...reach } = call.body
    return { organizations: await service.liftSuppression(callerOf(call), reach, reason) }
  })

  api.serve(closePrivacyRequest, (call) => service.close(callerOf(call), call.params.id, call.body))
}

function callerOf({ session, request }: { session: Session; request: { id: string } }) {
  return { session, requestId: request.id }
}
