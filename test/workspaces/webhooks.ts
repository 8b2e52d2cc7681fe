import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WebhookBody } from '#contract/v1/events.ts'
import type { ShownWebhookEndpoint, WebhookDelivery } from '#contract/v1/webhooks.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp } from '#test/test-app.ts'

export const ENDPOINTS = '/api/v1/webhook-endpoints'

type Received = { path: string; body: string; headers: Record<string, string> }

/** An application with a receiver of webhooks, and an owner who adds endpoints. */
export async function openWebhooks(options: Parameters<typeof createTestApp>[0] = {}) {
  const answerDone = (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(204).end()
  }
  const hooks = {
    /** Requests that arrived, in order. */
    received: [] as Received[],
    respond: answerDone as (request: IncomingMessage, response: ServerResponse) => void,
  }
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      hooks.received.push({
        path: request.url ?? '',
        body: Buffer.concat(chunks).toString(),
        headers: request.headers as Record<string, string>,
      })
      hooks.respond(request, response)
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const app = await createTestApp({ outboundAllow: ['127.0.0.1'], ...options })
  const owner = await app.subscriber('owner@example.com')
  const organizationId = parseOrganizationId(owner.organizationId)

  return Object.assign(hooks, {
    ...{ app, owner, origin, port, organizationId },

    async addEndpoint(input: object = {}): Promise<ShownWebhookEndpoint> {
      const response = await owner.request('POST', ENDPOINTS, { url: `${origin}/hook`, ...input })
      if (response.status !== 201) throw new Error(`No endpoint: ${response.text}`)
      return response.json
    },

    async addContact(fields: object = {}): Promise<string> {
      const body = { firstName: 'Secretname', lastName: crypto.randomUUID(), ...fields }
      const { id }: { id: string } = (await owner.request('POST', '/api/v1/contacts', body)).json
      return id
    },

    sendDue: () => app.services.webhooks.sendDue(organizationId),
    bodies: () => hooks.received.map(({ body }) => JSON.parse(body) as WebhookBody),

    async listDeliveries(id: string, query = ''): Promise<WebhookDelivery[]> {
      const { data }: { data: WebhookDelivery[] } = (
        await owner.request('GET', `${ENDPOINTS}/${id}/deliveries${query}`)
      ).json
      return data
    },

    /** Lets the pause before the next attempts pass. */
    async passPause(): Promise<void> {
      await app.owner.run(
        'update webhook_deliveries set next_attempt_at = now() where next_attempt_at is not null and organization_id = $1',
        [organizationId],
      )
    },

    /** Moves everything stored back in time, as if minutes had passed. */
    async passMinutes(minutes: number): Promise<void> {
      for (const [table, columns] of Object.entries(TIME_COLUMNS)) {
        const changes = columns.map((column) => `${column} = ${column} - make_interval(secs => $2)`)
        await app.owner.run(`update ${table} set ${changes.join(', ')} where organization_id = $1`, [
          ...[organizationId, minutes * 60],
        ])
      }
    },

    /** Removes endpoints and events, and answers 204 again. */
    async reset(): Promise<void> {
      for (const table of ['webhook_endpoints', 'events', 'api_keys', 'notifications'])
        await app.owner.run(`delete from ${table}`)
      hooks.received = []
      hooks.respond = answerDone
    },

    async close(): Promise<void> {
      await app.close()
      receiver.closeAllConnections()
      receiver.close()
    },
  })
}

const TIME_COLUMNS = {
  events: ['created_at'],
  webhook_endpoints: ['failing_since', 'previous_until', 'created_at'],
  webhook_deliveries: ['next_attempt_at', 'claimed_until', 'attempted_at', 'arrived_at', 'created_at'],
}
