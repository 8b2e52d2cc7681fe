import type { ResponseOf } from '#contract/endpoint.ts'
import * as eventsContract from '#contract/v1/events.ts'
import * as contract from '#contract/v1/webhooks.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import { apiPageFrom } from '#server/platform/page.ts'
import type { WebhooksService } from './service.ts'

type ReplayedEvents = ResponseOf<typeof contract.replayWebhookEvents>

export function webhooksRoutes(api: Api, service: WebhooksService): void {
  api.serve(eventsContract.listEvents, async (call) =>
    apiPageFrom(await service.listEvents(contextOf(call), call.query)),
  )
  api.serve(contract.listWebhookEndpoints, async (call) =>
    apiPageFrom(await service.list(contextOf(call), call.query)),
  )
  api.serve(contract.createWebhookEndpoint, (call) => service.create(contextOf(call), call.body), {
    repeat: {
      resultOf: ({ id }) => id,
      bodyFrom: (call, id) => service.readSecret(contextOf(call), String(id)),
    },
  })
  api.serve(contract.getWebhookEndpoint, (call) => service.get(contextOf(call), call.params.id))
  api.serve(
    contract.updateWebhookEndpoint,
    (call) => service.update(contextOf(call), call.params.id, call.body),
    {
      repeat: { resultOf: ({ id }) => id, bodyFrom: (call, id) => service.get(contextOf(call), String(id)) },
    },
  )
  api.serve(contract.deleteWebhookEndpoint, (call) => service.remove(contextOf(call), call.params.id))
  api.serve(contract.rotateWebhookSecret, (call) => service.rotateSecret(contextOf(call), call.params.id), {
    repeat: {
      resultOf: ({ id }) => id,
      bodyFrom: (call, id) => service.readSecret(contextOf(call), String(id)),
    },
  })
  api.serve(contract.testWebhookEndpoint, (call) => service.sendTest(contextOf(call), call.params.id), {
    repeat: QUEUED,
  })
  api.serve(contract.listWebhookDeliveries, async (call) =>
    apiPageFrom(await service.listDeliveries(contextOf(call), call.params.id, call.query)),
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

/** The answers name no one, so they are stored as they are. */
const QUEUED = {
  resultOf: (body: { queued: number }) => body,
  bodyFrom: async (_call: unknown, result: unknown) => result as { queued: number },
}

const REPLAYED = {
  resultOf: (body: ReplayedEvents) => body,
  bodyFrom: async (_call: unknown, result: unknown) => result as ReplayedEvents,
}
