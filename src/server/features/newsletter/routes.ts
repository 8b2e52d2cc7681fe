import * as contract from '#contract/newsletter.ts'
import type { Api } from '#server/platform/http/api.ts'
import { redirectToTokenPage, unsubscribeTokenOf } from '#server/platform/http/one-click.ts'
import type { NewsletterService } from './service.ts'

export function newsletterRoutes(api: Api, service: NewsletterService): void {
  const ok = { ok: true as const }

  api.serve(contract.subscribeToNewsletter, async ({ body, request }) => {
    await service.subscribe(body, request.ip)
    return ok
  })

  api.serve(contract.confirmNewsletter, async ({ body }) => {
    await service.confirm(body.token)
    return ok
  })

  api.serve(contract.unsubscribeFromNewsletter, async ({ query, bytes, request }) => {
    await service.unsubscribe(unsubscribeTokenOf(request, bytes, query.token))
    return ok
  })

  api.serve(contract.openUnsubscribePage, async ({ query, reply }) =>
    redirectToTokenPage(reply, '/newsletter/unsubscribe', query.token),
  )
}
