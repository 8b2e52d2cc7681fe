import { readSite } from '#server/platform/content/site.ts'
import { silentLog } from '#server/platform/log.ts'
import { createTestApp } from '../test-app.ts'

export const START = Date.parse('2026-11-20T10:00:00Z')
const SITE = readSite(null).site
export const SUPPORT = SITE.mailboxes.support

export const FORM = {
  firstName: 'Ann',
  lastName: 'Okafor',
  email: 'ann@example.com',
  company: 'Okafor Realty',
  phone: '(555) 010-1234',
  subject: 'A question',
  message: 'Does it work in Ohio?\nE-mail: eve@example.com',
}

/** The test application with the jobs of the contact form, a stopped clock, and visitors from many networks. */
export async function openContactFormApp() {
  const clock = { time: START, now: () => new Date(clock.time) }
  const app = await createTestApp({ clock, adminEmails: ['operator@example.com'] })
  let network = 0
  return {
    app,
    clock,
    /** Dependencies for a second process's service. */
    deps: { ...app, site: SITE, log: silentLog },
    send: (body: object = {}, remoteAddress = `10.0.${network >> 8}.${network++ & 255}`) =>
      app.app.inject({
        method: 'POST',
        url: '/api/contact/submit',
        payload: { ...FORM, ...body },
        remoteAddress,
      }),
    emailsTo: (email: string) => (app.mailer.outbox ?? []).filter(({ to }) => to === email),
    listSubmissions: () =>
      app.owner.rows<Record<string, unknown>>('select * from contact_submissions order by created_at'),
    async reset() {
      clock.time = START
      ;(app.mailer.outbox as unknown[]).splice(0)
      ;(app.queue.pendingJobs as unknown[]).splice(0)
      await app.owner.run('truncate contact_submissions, rate_limits')
    },
  }
}
