// An application at a fixed time, with an organization of its own for each test of analytics.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { createTestApp, type Person, type TestApp } from '../test-app.ts'

const NOW = '2026-11-10T20:00:00Z'
const HOUR_MS = 3_600_000

/** Opens the application for the tests of the file that calls this. */
export function openAnalytics() {
  let app: TestApp | undefined
  let ann: Person | undefined
  const required = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('The tests have not begun')
    return value
  }
  const workspace = {
    now: new Date(NOW),
    get app() {
      return required(app)
    },
    /** The owner of the organization. */
    get ann() {
      return required(ann)
    },
    ago: (hours: number) => new Date(workspace.now.getTime() - hours * HOUR_MS).toISOString(),
    async addContact(): Promise<string> {
      const contact = { firstName: 'Hazel', lastName: `Person ${randomUUID()}` }
      const { json } = await workspace.ann.request('POST', '/api/contacts', contact)
      return (json as { id: string }).id
    },
    log: (id: string, body: object) => workspace.ann.request('POST', `/api/contacts/${id}/activities`, body),
    async view<T>(name: string, query = ''): Promise<T> {
      const { status, json } = await workspace.ann.request('GET', `/api/analytics/${name}?${query}`)
      expect(status).toBe(200)
      return json as T
    },
    sum: () => workspace.app.services.analytics.sum(parseOrganizationId(workspace.ann.organizationId)),
    readStored: () =>
      workspace.app.owner.rows(
        `select unit, day, metric, dimension, value, n, sum from daily_facts where organization_id = $1 order by 1, 2, 3, 4, 5`,
        [workspace.ann.organizationId],
      ),
  }
  beforeAll(async () => {
    app = await createTestApp({ clock: { now: () => workspace.now } })
  })
  afterAll(() => app?.close())
  beforeEach(async () => {
    workspace.now = new Date(NOW)
    ann = await workspace.app.subscriber(`${randomUUID()}@example.com`)
  })
  return workspace
}
