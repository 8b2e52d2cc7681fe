import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { startFollowUpBoss } from '#test/fakes/follow-up-boss.ts'
import { createTestApp, type Person } from '#test/test-app.ts'

const APP_URL = 'http://localhost:3000'

/** An application with a fake Follow Up Boss, whose webhooks arrive without a network. */
export async function openFollowUpBoss() {
  const fake = await startFollowUpBoss()
  const app = await createTestApp({ followUpBoss: fake.settings, appUrl: APP_URL })
  fake.deliverBy(async (url, body, headers) => {
    if (url.startsWith(APP_URL)) await app.visitor('POST', url.slice(APP_URL.length), body, headers)
  })

  /** Lets all work happen whose time has come. */
  async function settle(): Promise<void> {
    let jobs = 1
    while (jobs > 0) {
      await fake.settle()
      await app.services.followUpBoss.sweep()
      jobs = app.queue.pendingJobs.length
      await app.queue.drain()
      await fake.settle()
    }
  }

  return {
    app,
    fake,
    settle,
    /** Connects an owner's organization and imports everything. */
    async connect(owner: Person, apiKey: string): Promise<void> {
      const connected = await owner.request('POST', '/api/follow-up-boss', { apiKey })
      if (connected.status !== 200) throw new Error(connected.text)
      const started = await owner.request('POST', '/api/follow-up-boss/import')
      if (started.status !== 200) throw new Error(started.text)
      await settle()
    },
    /** Lets polls, retries and leases be due now. */
    async passTime(owner: Person): Promise<void> {
      const organizationId = parseOrganizationId(owner.organizationId)
      fake.passWindow()
      await app.owner.run(
        `update follow_up_boss_connections set polled_at = null, wait_until = null, leased_until = null
          where organization_id = $1`,
        [organizationId],
      )
      await app.owner.run(
        `update follow_up_boss_queue set next_attempt_at = now()
          where organization_id = $1 and next_attempt_at is not null`,
        [organizationId],
      )
    },
    async close(): Promise<void> {
      await app.close()
      await fake.close()
    },
  }
}
export type FollowUpBossWorkspace = Awaited<ReturnType<typeof openFollowUpBoss>>
