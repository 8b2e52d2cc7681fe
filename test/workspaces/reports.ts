import type { Dashboard } from '#contract/analytics/dashboards.ts'
import type { Report } from '#contract/analytics/reports.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

/** A Friday, 6 a.m. in Chicago. */
export const START = '2026-11-20T12:00:00Z'
/** Mondays at 7 a.m. in Chicago. */
export const MONDAYS = { days: [1], monthDay: null, sendAt: 420, timeZone: 'America/Chicago' }
/** The first time at which they are due. */
export const MONDAY = '2026-11-23T13:00:00Z'

export type ReportsWorkspace = Awaited<ReturnType<typeof openReports>>

/** An application in which an owner and a member send dashboards by email. */
export async function openReports() {
  const clock = { time: START, now: () => new Date(clock.time) }
  const app = await createTestApp({ clock })
  let count = 0
  return { app, clock, close: () => app.close(), enter }

  /** Starts over with a new organization. */
  async function enter() {
    clock.time = START
    await app.owner.run('delete from analytics_dashboards')
    await app.owner.run('delete from rate_limits')
    count += 1
    const ann = await app.subscriber(`ann${count}@example.com`)
    const bob = await app.member(`bob${count}@example.com`, ann.organizationId, 'MEMBER')
    return { ann, bob, count, ...actionsOf(app, clock, { ann, bob }) }
  }
}

export const reportUrl = ({ id }: Pick<Dashboard, 'id'>) => `/api/analytics/dashboards/${id}/report`

function actionsOf(app: TestApp, clock: { time: string }, { ann, bob }: Record<'ann' | 'bob', Person>) {
  return {
    async addDashboard(fields: Partial<Dashboard> = {}, person = ann): Promise<Dashboard> {
      const body = { name: 'Our week', view: 'funnel', query: { days: '7' }, isShared: true, ...fields }
      return (await person.request('POST', '/api/analytics/dashboards', body)).json
    },

    /** Sends a dashboard to both on Mondays, unless `body` says otherwise. */
    setReport: (dashboard: Dashboard, body: object = {}, person = ann) =>
      person.request('PATCH', reportUrl(dashboard), {
        ...{ ...MONDAYS, recipients: [ann.userId, bob.userId] },
        ...body,
      }),

    readReport: async (dashboard: Dashboard, person = ann): Promise<Report> =>
      (await person.request('GET', reportUrl(dashboard))).json,

    async advanceTo(time: string): Promise<void> {
      clock.time = time
      await app.services.analyticsReports.sweep()
      await app.queue.drain()
    },

    emails: (person = ann) =>
      app.mailer.outbox!.filter(({ to, attachments }) => to === person.email && attachments),

    async addWork(person = ann): Promise<void> {
      const contact = { firstName: 'Hazel', lastName: 'Abernathy', zipCode: '60540' }
      const { json } = await person.request('POST', '/api/contacts', contact)
      const { id } = json as { id: string }
      await person.request('POST', `/api/contacts/${id}/activities`, { type: 'call', outcome: 'appointment' })
    },
  }
}
