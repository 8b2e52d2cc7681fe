import * as contract from '#contract/privacy-requests.ts'
import { callerOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { PrivacyRequestsService } from './service.ts'

export function privacyRequestsRoutes(api: Api, service: PrivacyRequestsService): void {
  const ok = { ok: true as const }

  api.serve(contract.submitPrivacyRequest, async ({ body, request }) => {
    await service.submit(body, request.ip)
    return ok
  })

  api.serve(contract.confirmPrivacyRequest, async ({ body, request }) => {
    await service.confirm(body.token, request.id)
    return ok
  })

  api.serve(contract.listPrivacyRequests, ({ query }) => service.list(query))

  api.serve(contract.findPrivacyMatches, (call) =>
    service.findMatches(callerOf(call), call.params.id, call.query),
  )

  api.serve(contract.checkInstanceSuppression, async ({ body }) => ({
    keptOut: await service.checkSuppression(body),
  }))

  api.serve(contract.liftInstanceSuppression, async (call) => {
    const { reason, ...contactPoint } = call.body
    return { organizations: await service.liftSuppression(callerOf(call), contactPoint, reason) }
  })

  api.serve(contract.closePrivacyRequest, (call) => service.close(callerOf(call), call.params.id, call.body))
}
