import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Dashboard } from '#contract/analytics.ts'
import type { Report } from '#contract/analytics-reports.ts'
import type { ContactDetail } from '#contract/contacts.ts'
import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { changeText, type NamedFigure, VIEW_FIGURES } from '#domain/analytics/figures.ts'
import { ANALYTICS_VIEWS } from '#domain/analytics/metrics.ts'
import type { ViewChart } from '#domain/analytics/view-chart.ts'
import { tableOf } from '#domain/charts/chart.ts'
import { formatValue } from '#domain/charts/values.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

/** A Friday, 6 a.m. in Chicago. */
const START = '2026-11-20T12:00:00Z'
/** Mondays at 7 a.m. in Chicago. */
const MONDAYS = { days: [1], monthDay: null, sendAt: 420, timeZone: 'America/Chicago' }
const MONDAY = '2026-11-23T13:00:00Z'
let now = new Date(START)
let app: TestApp
let ann: Person
let bob: Person
let testCount = 0
beforeAll(async () => {
  app = await createTestApp({ clock: { now: () => now } })
})
afterAll(() => app.close())
beforeEach(async () => {
  now = new Date(START)
  await app.owner.run('delete from analytics_dashboards')
  await app.owner.run(`delete from rate_limits`)
  testCount += 1
  ann = await app.subscriber(`ann${testCount}@example.com`)
  bob = await app.member(`bob${testCount}@example.com`, ann.organizationId, 'MEMBER')
})
afterEach(() => vi.restoreAllMocks())

async function addDashboard(fields: Partial<Dashboard> = {}, person = ann): Promise<Dashboard> {
  const body = { name: 'Our week', view: 'funnel', query: { days: '7' }, isShared: true, ...fields }
  const { status, json } = await person.request('POST', '/api/analytics/dashboards', body)
  expect(status).toBe(201)
  return json as Dashboard
}
const reportUrl = ({ id }: Dashboard) => `/api/analytics/dashboards/${id}/report`
const setReport = (dashboard: Dashboard, body: object = {}, person = ann) =>
  person.request('PATCH', reportUrl(dashboard), { ...MONDAYS, recipients: [ann.userId, bob.userId], ...body })
const readReport = async (dashboard: Dashboard, person = ann): Promise<Report> =>
  (await person.request('GET', reportUrl(dashboard))).json
async function advanceTo(time: string): Promise<void> {
  now = new Date(time)
  await app.services.analyticsReports.sweep()
  await app.queue.drain()
}
const emails = (person = ann) =>
  app.mailer.outbox!.filter(({ to, attachments }) => to === person.email && attachments)
const statusesOf = async (dashboard: Dashboard) =>
  (await readReport(dashboard)).deliveries.map(({ name: _, status, reason }) => [status, reason])

async function addWork(person = ann): Promise<void> {
  const contact = { firstName: 'Hazel', lastName: 'Abernathy', zipCode: '60540' }
  const { id }: ContactDetail = (await person.request('POST', '/api/contacts', contact)).json
  await person.request('POST', `/api/contacts/${id}/activities`, { type: 'call', outcome: 'appointment' })
}

describe('the email', () => {
  test.each(ANALYTICS_VIEWS)('has the figures that the API answers at the same time: %s', async (view) => {
    await addWork()
    const query = { days: '7', compare: 'previous' }
    const dashboard = await addDashboard({ view, query })
    await setReport(dashboard)
    await advanceTo(MONDAY)
    const { json } = await ann.request('GET', `/api/analytics/${view}?days=7&compare=previous`)
    const [email] = emails()
    const figures = (VIEW_FIGURES[view] as (answer: object) => NamedFigure[])(json)
    for (const { label, figure, unit = 'count' } of figures) {
      const change = figure.previous === null ? '' : ` (${changeText(figure.value, figure.previous, unit)})`
      expect(email?.text.split('\n')).toContain(`${label}: ${formatValue(figure.value, unit)}${change}`)
    }
    const charts = (VIEW_CHARTS[view] as (answer: object) => ViewChart[])(json)
    expect(charts.length).toBeGreaterThan(0)
    for (const { chart } of charts) {
      const { columns, rows } = tableOf(chart)
      for (const [label, ...cells] of rows) {
        const line = email?.text.split('\n').find((each) => each.startsWith(`${label}: `)) ?? ''
        for (const [index, cell] of cells.entries())
          expect(line.slice(`${label}: `.length).split(', ')).toContain(`${columns[index + 1]} ${cell}`)
      }
    }
  })

  test('prints its period and filters, and shows each chart as picture with alternative text', async () => {
    await addWork()
    const dashboard = await addDashboard({
      name: 'Zillow http://evil.example',
      query: { days: '7', source: 'Zillow' },
    })
    await setReport(dashboard)
    await advanceTo(MONDAY)
    const [email] = emails()
    expect(email?.subject).toBe('Zillow http evil.example: Nov 17, 2026 – Nov 23, 2026')
    for (const body of [email?.text, email?.html])
      expect(body).toContain('Nov 17, 2026 – Nov 23, 2026 · Lead source: Zillow')
    const [picture] = email?.attachments ?? []
    expect(email?.html).toContain(`<img src="cid:${picture?.cid}" alt="Steps to a closing: chart.`)
    expect(email?.text).toContain('[Steps to a closing: chart. The table has its numbers.]')
    expect((await sharp(picture?.content).metadata()).width).toBe(1600)
    expect(email?.text).toContain(
      `/analytics/funnel?source=Zillow&from=2026-11-17&to=2026-11-23&dashboard=${dashboard.id}`,
    )
    expect(email?.text).toContain('You get this email every Monday at 7:00 AM Central time.')
    expect(email?.text).not.toMatch(/Hazel|Abernathy|:\/\/evil/)
  })

  test('Trust 4 counts only what the recipient sees', async () => {
    await addWork()
    await addWork(bob)
    await app.owner.run(`update memberships set access = 'own' where user_id = $1`, [bob.userId])
    await setReport(await addDashboard({ view: 'overview', query: { days: '7' } }))
    await advanceTo(MONDAY)
    expect(emails()[0]?.text).toContain('Activities: 2\n')
    expect(emails(bob)[0]?.text).toContain('Activities: 1\n')
    expect(emails(bob)[0]?.text).toContain('Figures cover the contacts that you can see.')
    expect(emails()[0]?.text).not.toContain('that you can see')
  })
})

describe('a run', () => {
  test('is sent once by several workers and repeated jobs', async () => {
    const dashboard = await addDashboard()
    await setReport(dashboard)
    now = new Date(MONDAY)
    await Promise.all([1, 2, 3].map(() => app.services.analyticsReports.sweep()))
    const due = await app.owner.rows<{ organizationId: never; deliveryId: string }>(
      'select organization_id, id as delivery_id from report_deliveries',
    )
    expect(due).toHaveLength(2)
    await Promise.all([...due, ...due].map((each) => app.services.analyticsReports.send(each)))
    await app.queue.drain()
    expect([emails().length, emails(bob).length]).toEqual([1, 1])
    await advanceTo('2026-11-23T14:00:00Z')
    expect(emails()).toHaveLength(1)
    expect((await readReport(dashboard)).schedule?.nextAt).toBe('2026-11-30T13:00:00.000Z')
  })

  test('missed in a downtime is sent late, with the days of its own; older than a week is not sent', async () => {
    await setReport(await addDashboard({ query: { days: '1' } }), { days: [1, 2, 3, 4, 5, 6, 7] })
    await advanceTo('2026-11-23T15:30:00Z')
    // The emails of a run are sent in any order.
    expect(
      emails()
        .map(({ subject }) => subject)
        .sort(),
    ).toEqual([
      ...[
        'Our week: Nov 20, 2026',
        'Our week: Nov 21, 2026',
        'Our week: Nov 22, 2026',
        'Our week: Nov 23, 2026',
      ],
    ])
    const late = emails().find(({ subject }) => subject.includes('Nov 20'))
    expect(late?.text).toContain("This email was due on Nov 20, 2026. We're sorry that it's late.")
    await advanceTo('2026-12-23T15:30:00Z')
    expect(emails()).toHaveLength(4 + 7)
  })

  test('whose worker stopped before the mail server got it is sent by another one', async () => {
    await setReport(await addDashboard(), { recipients: [ann.userId] })
    now = new Date(MONDAY)
    await app.services.analyticsReports.sweep()
    // As a killed worker leaves it.
    await app.owner.run(
      `update report_deliveries set attempts = 1, next_at = $1::timestamptz + interval '5 minutes'`,
      [now],
    )
    await app.queue.drain()
    expect(emails()).toHaveLength(0)
    await advanceTo('2026-11-23T13:05:00Z')
    expect(emails()).toHaveLength(1)
  })

  test('whose worker stopped while the mail server had it is not sent again', async () => {
    const dashboard = await addDashboard()
    await setReport(dashboard, { recipients: [ann.userId] })
    now = new Date(MONDAY)
    await app.services.analyticsReports.sweep()
    await app.owner.run(
      `update report_deliveries set status = 'sending', next_at = $1::timestamptz + interval '5 minutes'`,
      [now],
    )
    await advanceTo('2026-11-23T13:05:00Z')
    expect(emails()).toHaveLength(0)
    expect(await statusesOf(dashboard)).toEqual([['failed', 'interrupted']])
  })

  test('is sent again after a temporary rejection, never after a final one or an unknown end', async () => {
    const dashboard = await addDashboard()
    await setReport(dashboard, { recipients: [ann.userId] })
    const sendSpy = vi.spyOn(app.mailer, 'send')
    sendSpy.mockRejectedValueOnce(Object.assign(new Error('unavailable'), { code: 'ECONNREFUSED' }))
    await advanceTo(MONDAY)
    expect([emails().length, ...(await statusesOf(dashboard))]).toEqual([0, ['pending', null]])
    await advanceTo('2026-11-23T13:01:00Z')
    expect([emails().length, ...(await statusesOf(dashboard))]).toEqual([1, ['sent', null]])
    const rejection = { command: 'RCPT TO', responseCode: 550 }
    const unknownEnd = { code: 'ESOCKET', originalCode: 'ECONNRESET' }
    for (const [fields, time] of [
      [rejection, '2026-11-30T13:00:00Z'],
      [unknownEnd, '2026-12-07T13:00:00Z'],
    ] as const) {
      sendSpy.mockRejectedValueOnce(Object.assign(new Error('failed'), fields))
      await advanceTo(time)
      await advanceTo(time.replace('13:00', '14:00'))
    }
    expect(emails()).toHaveLength(1)
    expect(await statusesOf(dashboard)).toEqual([
      ['failed', 'interrupted'],
      ['failed', 'rejected'],
      ['sent', null],
    ])
  })
})

describe('no email goes', () => {
  test.each<[string, (dashboard: Dashboard) => Promise<unknown>]>([
    [
      'to a member of a suspended organization',
      () =>
        app.owner.run(
          `update organizations set suspended_at = now(), suspended_reason = 'A test' where id = $1`,
          [ann.organizationId],
        ),
    ],
    [
      'without a plan',
      () =>
        app.owner.run(`update organizations set subscription_status = 'canceled' where id = $1`, [
          ann.organizationId,
        ]),
    ],
    ['to a member who left', () => app.owner.run('delete from memberships where user_id = $1', [bob.userId])],
    ['for a deleted dashboard', ({ id }) => ann.request('DELETE', `/api/analytics/dashboards/${id}`)],
    [
      'for a dashboard that became private',
      ({ id }) => ann.request('PATCH', `/api/analytics/dashboards/${id}`, { isShared: false }),
    ],
    ['for a stopped schedule', (dashboard) => ann.request('DELETE', reportUrl(dashboard))],
  ])('%s', async (_, change) => {
    const dashboard = await addDashboard()
    await setReport(dashboard, { recipients: [bob.userId] })
    expect((await change(dashboard)) as object).toBeDefined()
    await advanceTo(MONDAY)
    expect(emails(bob)).toEqual([])
  })

  test('later for the time of a suspension', async () => {
    await setReport(await addDashboard())
    const suspend = (at: string | null) =>
      app.owner.run('update organizations set suspended_at = $2, suspended_reason = $3 where id = $1', [
        ...[ann.organizationId, at, at && 'A test'],
      ])
    await suspend(START)
    await advanceTo(MONDAY)
    await suspend(null)
    await advanceTo('2026-11-24T13:00:00Z')
    expect(emails()).toEqual([])
    await advanceTo('2026-11-30T13:00:00Z')
    expect(emails()).toHaveLength(1)
  })

  test('to members who lost a dashboard that became private, and they are no recipients anymore', async () => {
    const dashboard = await addDashboard()
    await setReport(dashboard)
    await ann.request('PATCH', `/api/analytics/dashboards/${dashboard.id}`, { isShared: false })
    await advanceTo(MONDAY)
    expect([emails().length, emails(bob).length]).toEqual([1, 0])
    expect((await readReport(dashboard)).recipients.map(({ userId }) => userId)).toEqual([ann.userId])
    expect((await bob.request('GET', reportUrl(dashboard))).status).toBe(404)
  })
})

describe('schedules', () => {
  test('are set by the member who saved the dashboard and by administrators, not by others', async () => {
    const dashboard = await addDashboard({}, bob)
    expect((await setReport(dashboard, {}, bob)).json).toMatchObject({
      schedule: { ...MONDAYS, nextAt: '2026-11-23T13:00:00.000Z' },
      canManage: true,
      isSubscribed: true,
    })
    const eve = await app.member(`eve${testCount}@example.com`, ann.organizationId, 'MEMBER')
    expect((await setReport(dashboard, {}, eve)).status).toBe(403)
    expect((await eve.request('DELETE', reportUrl(dashboard))).status).toBe(403)
    expect(await readReport(dashboard, eve)).toMatchObject({
      canManage: false,
      recipients: [],
      deliveries: [],
      isSubscribed: null,
    })
    expect((await setReport(dashboard, { days: [], monthDay: 31 })).json).toMatchObject({
      schedule: { monthDay: 31, nextAt: '2026-11-30T13:00:00.000Z' },
    })
    const actions = await app.owner.column(
      `select action from audit_log where organization_id = $1 and action like 'report.%'`,
      [ann.organizationId],
    )
    expect(actions).toEqual(['report.scheduled', 'report.scheduled'])
  })

  test.each([
    { days: [] },
    { days: [1], monthDay: 1 },
    { days: [8] },
    { days: [], monthDay: 32 },
    { sendAt: 1440 },
    { timeZone: 'Mars/Olympus' },
    { recipients: [] },
    { recipients: ['5e1d3bf2-0f0d-4c64-9a52-7d7fbb2b7a11'] },
  ])('reject %j', async (invalid) => {
    const dashboard = await addDashboard()
    expect((await setReport(dashboard, invalid)).status).toBe(400)
    expect((await readReport(dashboard)).schedule).toBeNull()
  })

  test('of a private dashboard have only its member as recipient', async () => {
    const dashboard = await addDashboard({ isShared: false })
    expect((await setReport(dashboard)).json).toMatchObject({
      fields: { recipients: 'Share the dashboard first: only you can see it' },
    })
    expect((await setReport(dashboard, { recipients: [ann.userId] })).status).toBe(200)
    expect((await setReport(dashboard, {}, bob)).status).toBe(404)
  })

  test('are limited for an organization', async () => {
    await app.owner.run(
      `with added as (insert into analytics_dashboards (organization_id, created_by, name, view, query)
         select $1, $2, 'Copy ' || n, 'funnel', '{}' from generate_series(1, 50) n returning organization_id, id)
       insert into report_schedules (organization_id, dashboard_id, days, send_at, time_zone, next_at)
       select organization_id, id, '{1}', 420, 'America/Chicago', '2027-01-01' from added`,
      [ann.organizationId, bob.userId],
    )
    expect((await setReport(await addDashboard())).json).toMatchObject({ code: 'conflict' })
  })
})

describe('sending now', () => {
  test('reaches only the member who asked, whether or not they are a recipient', async () => {
    const dashboard = await addDashboard()
    const { json } = await bob.request('POST', `${reportUrl(dashboard)}/send`, { to: 'me' })
    expect(json).toMatchObject({ deliveries: [{ userId: bob.userId, isTest: true, status: 'pending' }] })
    await app.queue.drain()
    expect([emails().length, emails(bob).length]).toEqual([0, 1])
    expect(emails(bob)[0]?.headers).toBeUndefined()
    expect(emails(bob)[0]?.text).toContain('asked for this email once')
    expect((await readReport(dashboard, bob)).deliveries).toMatchObject([{ status: 'sent' }])
  })

  test('reaches all recipients if its manager asks', async () => {
    const dashboard = await addDashboard()
    const send = (person: Person) =>
      person.request('POST', `${reportUrl(dashboard)}/send`, { to: 'recipients' })
    expect((await send(ann)).status).toBe(409)
    await setReport(dashboard)
    expect((await send(bob)).status).toBe(403)
    expect((await send(ann)).status).toBe(200)
    await app.queue.drain()
    expect([emails().length, emails(bob).length]).toEqual([1, 1])
  })
})

describe('unsubscribing', () => {
  const post = (url: string, payload: string, type: string) =>
    app.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })

  test('takes one click in a mail program, can be repeated, and no one else can undo it', async () => {
    const dashboard = await addDashboard()
    await setReport(dashboard)
    await advanceTo(MONDAY)
    const header = emails(bob)[0]?.headers?.['List-Unsubscribe'] ?? ''
    const [, url = ''] = /<http:\/\/localhost:3000(.+)>/.exec(header) ?? []
    const opened = await app.app.inject({ method: 'GET', url })
    expect([opened.statusCode, opened.headers.location]).toEqual([302, url.replace('/api', '')])
    const click = () => post(url, 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded')
    expect((await click()).statusCode).toBe(200)
    expect((await click()).statusCode).toBe(200)
    await ann.request('DELETE', reportUrl(dashboard))
    const { json } = await setReport(dashboard)
    expect(json).toMatchObject({
      recipients: [
        { userId: ann.userId, isSubscribed: true },
        { userId: bob.userId, isSubscribed: false },
      ],
    })
    await advanceTo('2026-11-30T13:00:00Z')
    expect([emails().length, emails(bob).length]).toEqual([2, 1])
  })

  test('works on the screen too, where members turn it on again', async () => {
    const dashboard = await addDashboard()
    const url = `${reportUrl(dashboard)}/subscription`
    expect((await bob.request('PATCH', url, { isSubscribed: true })).status).toBe(409)
    await setReport(dashboard, { recipients: [ann.userId] })
    for (const isSubscribed of [true, false, true])
      expect((await bob.request('PATCH', url, { isSubscribed })).json).toMatchObject({ isSubscribed })
    await advanceTo(MONDAY)
    expect(emails(bob)).toHaveLength(1)
  })

  test.each([
    ['{"token":"unknown"}', 404],
    ['{}', 400],
    ['{', 400],
  ])('responds to the body %s with %i', async (body, status) => {
    expect((await post('/api/analytics/unsubscribe', body, 'application/json')).statusCode).toBe(status)
  })
})
