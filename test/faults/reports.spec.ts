import { afterEach, expect, test } from 'vitest'
import { linkIn, startMailServer } from '#test/fakes/mail-server.ts'
import { becomeSubscriber } from '#test/product/client.ts'
import { numberOf, rowsOf, waitForNumber } from '#test/product/invariants.ts'
import { startProduct } from '#test/product/product.ts'

const EMAIL = 'ada@example.com'
const DASHBOARDS = ['A', 'B', 'C', 'D']
const DAILY = { days: [1, 2, 3, 4, 5, 6, 7], monthDay: null, sendAt: 420, timeZone: 'America/Chicago' }
const TIMEOUT_MS = 120_000

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0).reverse()) await close()
})

test('Trust 19 dashboards missed in a downtime are sent once each, also after kill -9', async () => {
  const server = await startMailServer()
  cleanups.push(server.stop)
  const product = await startProduct({ SMTP_URL: server.url })
  cleanups.push(product.stop)
  const linkFor = () => linkIn(server.mails.at(-1)?.text)
  const { client } = await becomeSubscriber({ url: product.url, linkFor }, EMAIL)
  const { id } = await client.json<{ id: string }>('GET', '/api/auth/user')
  for (const name of DASHBOARDS) {
    const body = { name, view: 'overview', query: { days: '1' } }
    const dashboard = await client.json<{ id: string }>('POST', '/api/analytics/dashboards', body)
    const path = `/api/analytics/dashboards/${dashboard.id}/report`
    await client.json('PATCH', path, { ...DAILY, recipients: [id] })
  }
  const { ownerUrl } = product.database
  const sent = "select count(*) from report_deliveries where status = 'sent'"
  await rowsOf(ownerUrl, "update report_schedules set next_at = now() - interval '6 days 12 hours'")
  for (const count of [3, 10, 17]) {
    await waitForNumber(ownerUrl, sent, count, TIMEOUT_MS)
    await product.kill()
    // As if the leases of the killed process were over.
    await rowsOf(ownerUrl, 'update report_deliveries set next_at = now()')
    await product.restart()
  }
  const total = await numberOf(ownerUrl, 'select count(*) from report_deliveries')
  expect(total).toBeGreaterThanOrEqual(7 * DASHBOARDS.length)
  const finished = "select count(*) from report_deliveries where status in ('sent', 'failed')"
  await waitForNumber(ownerUrl, finished, total, TIMEOUT_MS)
  const subjects = server.mails
    .map(({ text }) => /^Subject: (.+)$/m.exec(text)?.[1])
    .filter((subject) => /^[A-D]: /.test(subject ?? ''))
  expect(new Set(subjects).size).toBe(subjects.length)
  // A process killed while the mail server had an email leaves it open whether it arrived.
  const interrupted = await numberOf(
    ownerUrl,
    "select count(*) from report_deliveries where reason = 'interrupted'",
  )
  expect(interrupted).toBeLessThanOrEqual(3 * 2)
  expect(subjects.length).toBeGreaterThanOrEqual(total - interrupted)
}, 300_000)
