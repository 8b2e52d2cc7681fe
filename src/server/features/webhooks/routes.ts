import type { ResponseOf } from '#contract/endpoint.ts'
import * as eventsContract from '#contract/v1/events.ts'
import * as contract from '#contract/v1/webhooks.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Page } from '#server/platform/page.ts'
import type { WebhooksService } from './service.ts'

type ReplayedEvents = ResponseOf<typeof contract.replayWebhookEvents>

/** A page in the shape of the public API. */
const pageFrom = <T>({ items, next }: Page<T>) => ({ data: items, next })

export function webhooksRoutes(api: Api, service: WebhooksService): void {
  api.serve(eventsContract.listEvents, async (call) =>
    pageFrom(await service.listEvents(contextOf(call), call.query)),
  )
  api.serve(contract.listWebhookEndpoints, async (call) =>
    pageFrom(await service.list(contextOf(call), call.query)),
  )
  api.serve(contract.createWebhookEndpoint, (call) => service.create(contextOf(call), call.body), {
    repeat: { keep: ({ id }) => id, answer: (call, id) => service.readSecret(contextOf(call), String(id)) },
  })
  api.serve(contract.getWebhookEndpoint, (call) => service.get(contextOf(call), call.params.id))
  api.serve(
    contract.updateWebhookEndpoint,
    (call) => service.update(contextOf(call), call.params.id, call.body),
    { repeat: { keep: ({ id }) => id, answer: (call, id) => service.get(contextOf(call), String(id)) } },
  )
  api.serve(contract.deleteWebhookEndpoint, (call) => service.remove(contextOf(call), call.params.id))
  api.serve(contract.rotateWebhookSecret, (call) => service.rotateSecret(contextOf(call), call.params.id), {
    repeat: { keep: ({ id }) => id, answer: (call, id) => service.readSecret(contextOf(call), String(id)) },
  })
  api.serve(contract.testWebhookEndpoint, (call) => service.sendTest(contextOf(call), call.params.id), {
    repeat: QUEUED,
  })
  api.serve(contract.listWebhookDeliveries, async (call) =>
    pageFrom(await service.listDeliveries(contextOf(call), call.params.id, call.query)),
  )
  api.serve(
    contract.resendWebhookDeliveries,
    (call) => service.resend(contextOf(call), call.params.id, call.body),
    { repeat: QUEUED },
  )
  api.serve(
    contract.replayWebhookEvents,
    (call) => service.replay(contextOf(call), call.params.id, call.body.after),
    { repeat: REPLAYED },
  )
}

const QUEUED = {
  keep: (answer: { queued: number }) => answer,
  answer: async (_call: unknown, answer: unknown) => answer as { queued: number },
}

const REPLAYED = {
  keep: (answer: ReplayedEvents) => answer,
  answer: async (_call: unknown, answer: unknown) => answer as ReplayedEvents,
}
