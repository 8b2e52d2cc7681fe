import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Dashboard } from '#contract/analytics/dashboards.ts'
import { VIEW_CHARTS } from '#domain/analytics/charts.ts'
import { changeText, type NamedFigure, VIEW_FIGURES } from '#domain/analytics/figures.ts'
import { ANALYTICS_VIEWS } from '#domain/analytics/metrics.ts'
import type { ViewChart } from '#domain/analytics/view-chart.ts'
import { tableOf } from '#domain/charts/chart.ts'
import { formatValue } from '#domain/charts/values.ts'
import { MONDAY, openReports, type ReportsWorkspace, reportUrl, START } from '#test/workspaces/reports.ts'

let workspace: ReportsWorkspace
let app: ReportsWorkspace['app']
let team: Awaited<ReturnType<ReportsWorkspace['enter']>>
beforeAll(async () => {
  workspace = await openReports()
  app = workspace.app
})
afterAll(() => workspace.close())
beforeEach(async () => {
  team = await workspace.enter()
})
afterEach(() => vi.restoreAllMocks())

const statusesOf = async (dashboard: Dashboard) =>
  (await team.readReport(dashboard)).deliveries.map(({ name: _, status, reason }) => [status, reason])

/** A column of a chart's table as the email names it. */
const columnName = (columns: readonly string[], index: number) =>
  columns[index] === 'Period before' ? `${columns[index - 1]}, period before` : columns[index]

describe('the email', () => {
  test.each(ANALYTICS_VIEWS)('has the figures that the API answers at the same time: %s', async (view) => {
    await team.addWork()
    const query = { days: '7', compare: 'previous' }
    const dashboard = await team.addDashboard({ view, query })
    await team.setReport(dashboard)
    await team.advanceTo(MONDAY)
    const { json } = await team.ann.request('GET', `/api/analytics/${view}?days=7&compare=previous`)
    const [email] = team.emails()
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
          expect(`, ${line.slice(`${label}: `.length)},`).toContain(
            `, ${columnName(columns, index + 1)} ${cell},`,
          )
      }
    }
  })

  test('prints its period and filters, and shows each chart as picture with alternative text', async () => {
    await team.addWork()
    const dashboard = await team.addDashboard({
      name: 'Zillow http://evil.example',
      query: { days: '7', source: 'Zillow' },
    })
    await team.setReport(dashboard)
    await team.advanceTo(MONDAY)
    const [email] = team.emails()
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
    await team.addWork()
    await team.addWork(team.bob)
    await app.owner.run(`update memberships set access = 'own' where user_id = $1`, [team.bob.userId])
    await team.setReport(await team.addDashboard({ view: 'overview', query: { days: '7' } }))
    await team.advanceTo(MONDAY)
    expect(team.emails()[0]?.text).toContain('Activities: 2\n')
    expect(team.emails(team.bob)[0]?.text).toContain('Activities: 1\n')
    expect(team.emails(team.bob)[0]?.text).toContain('Figures cover the contacts that you can see.')
    expect(team.emails()[0]?.text).not.toContain('that you can see')
  })
})

describe('a run', () => {
  test('is sent once by several workers and repeated jobs', async () => {
    const dashboard = await team.addDashboard()
    await team.setReport(dashboard)
    workspace.clock.time = MONDAY
    await Promise.all([1, 2, 3].map(() => app.services.analyticsReports.sweep()))
    const due = await app.owner.rows<{ organizationId: never; deliveryId: string }>(
      'select organization_id, id as delivery_id from report_deliveries',
    )
    expect(due).toHaveLength(2)
    await Promise.all([...due, ...due].map((each) => app.services.analyticsReports.send(each)))
    await app.queue.drain()
    expect([team.emails().length, team.emails(team.bob).length]).toEqual([1, 1])
    await team.advanceTo('2026-11-23T14:00:00Z')
    expect(team.emails()).toHaveLength(1)
    expect((await team.readReport(dashboard)).schedule?.nextAt).toBe('2026-11-30T13:00:00.000Z')
  })

  test('missed in a downtime is sent late, with the days of its own; older than a week is not sent', async () => {
    await team.setReport(await team.addDashboard({ query: { days: '1' } }), { days: [1, 2, 3, 4, 5, 6, 7] })
    await team.advanceTo('2026-11-23T15:30:00Z')
    // The emails of a run are sent in any order.
    expect(
      team
        .emails()
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
    const late = team.emails().find(({ subject }) => subject.includes('Nov 20'))
    expect(late?.text).toContain("This email was due on Nov 20, 2026. We're sorry that it's late.")
    await team.advanceTo('2026-12-23T15:30:00Z')
    expect(team.emails()).toHaveLength(4 + 7)
  })

  test('whose worker stopped before the mail server got it is sent by another one', async () => {
    await team.setReport(await team.addDashboard(), { recipients: [team.ann.userId] })
    workspace.clock.time = MONDAY
    await app.services.analyticsReports.sweep()
    // As a killed worker leaves it.
    await app.owner.run(
      `update report_deliveries set attempts = 1, next_at = $1::timestamptz + interval '5 minutes'`,
      [MONDAY],
    )
    await app.queue.drain()
    expect(team.emails()).toHaveLength(0)
    await team.advanceTo('2026-11-23T13:05:00Z')
    expect(team.emails()).toHaveLength(1)
  })

  test('whose worker stopped while the mail server had it is not sent again', async () => {
    const dashboard = await team.addDashboard()
    await team.setReport(dashboard, { recipients: [team.ann.userId] })
    workspace.clock.time = MONDAY
    await app.services.analyticsReports.sweep()
    await app.owner.run(
      `update report_deliveries set status = 'sending', next_at = $1::timestamptz + interval '5 minutes'`,
      [MONDAY],
    )
    await team.advanceTo('2026-11-23T13:05:00Z')
    expect(team.emails()).toHaveLength(0)
    expect(await statusesOf(dashboard)).toEqual([['failed', 'interrupted']])
  })

  test('is sent again after a temporary rejection, never after a final one or an unknown end', async () => {
    const dashboard = await team.addDashboard()
    await team.setReport(dashboard, { recipients: [team.ann.userId] })
    const sendSpy = vi.spyOn(app.mailer, 'send')
    sendSpy.mockRejectedValueOnce(Object.assign(new Error('unavailable'), { code: 'ECONNREFUSED' }))
    await team.advanceTo(MONDAY)
    expect([team.emails().length, ...(await statusesOf(dashboard))]).toEqual([0, ['pending', null]])
    await team.advanceTo('2026-11-23T13:01:00Z')
    expect([team.emails().length, ...(await statusesOf(dashboard))]).toEqual([1, ['sent', null]])
    const rejection = { command: 'RCPT TO', responseCode: 550 }
    const unknownEnd = { code: 'ESOCKET', originalCode: 'ECONNRESET' }
    for (const [fields, time] of [
      [rejection, '2026-11-30T13:00:00Z'],
      [unknownEnd, '2026-12-07T13:00:00Z'],
    ] as const) {
      sendSpy.mockRejectedValueOnce(Object.assign(new Error('failed'), fields))
      await team.advanceTo(time)
      await team.advanceTo(time.replace('13:00', '14:00'))
    }
    expect(team.emails()).toHaveLength(1)
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
          [team.ann.organizationId],
        ),
    ],
    [
      'without a plan',
      () =>
        app.owner.run(`update organizations set subscription_status = 'canceled' where id = $1`, [
          team.ann.organizationId,
        ]),
    ],
    [
      'to a member who left',
      () => app.owner.run('delete from memberships where user_id = $1', [team.bob.userId]),
    ],
    ['for a deleted dashboard', ({ id }) => team.ann.request('DELETE', `/api/analytics/dashboards/${id}`)],
    [
      'for a dashboard that became private',
      ({ id }) => team.ann.request('PATCH', `/api/analytics/dashboards/${id}`, { isShared: false }),
    ],
    ['for a stopped schedule', (dashboard) => team.ann.request('DELETE', reportUrl(dashboard))],
  ])('%s', async (_, change) => {
    const dashboard = await team.addDashboard()
    await team.setReport(dashboard, { recipients: [team.bob.userId] })
    expect((await change(dashboard)) as object).toBeDefined()
    await team.advanceTo(MONDAY)
    expect(team.emails(team.bob)).toEqual([])
  })

  test('later for the time of a suspension', async () => {
    await team.setReport(await team.addDashboard())
    const suspend = (at: string | null) =>
      app.owner.run('update organizations set suspended_at = $2, suspended_reason = $3 where id = $1', [
        ...[team.ann.organizationId, at, at && 'A test'],
      ])
    await suspend(START)
    await team.advanceTo(MONDAY)
    await suspend(null)
    await team.advanceTo('2026-11-24T13:00:00Z')
    expect(team.emails()).toEqual([])
    await team.advanceTo('2026-11-30T13:00:00Z')
    expect(team.emails()).toHaveLength(1)
  })

  test('to members who lost a dashboard that became private, and they are no recipients anymore', async () => {
    const dashboard = await team.addDashboard()
    await team.setReport(dashboard)
    await team.ann.request('PATCH', `/api/analytics/dashboards/${dashboard.id}`, { isShared: false })
    await team.advanceTo(MONDAY)
    expect([team.emails().length, team.emails(team.bob).length]).toEqual([1, 0])
    expect((await team.readReport(dashboard)).recipients.map(({ userId }) => userId)).toEqual([
      team.ann.userId,
    ])
    expect((await team.bob.request('GET', reportUrl(dashboard))).status).toBe(404)
  })

  test('to members who were removed after it was planned, and the log says so', async () => {
    const dashboard = await team.addDashboard()
    await team.setReport(dashboard)
    workspace.clock.time = MONDAY
    await app.services.analyticsReports.sweep()
    await team.setReport(dashboard, { recipients: [team.ann.userId] })
    await app.queue.drain()
    expect(team.emails(team.bob)).toEqual([])
    expect((await statusesOf(dashboard)).toSorted()).toEqual([
      ['sent', null],
      ['skipped', 'removed'],
    ])
  })

  test('to members who unsubscribed before a dashboard became private, and was shared again', async () => {
    const dashboard = await team.addDashboard()
    const setShared = (isShared: boolean) =>
      team.ann.request('PATCH', `/api/analytics/dashboards/${dashboard.id}`, { isShared })
    await team.setReport(dashboard)
    await team.bob.request('PATCH', `${reportUrl(dashboard)}/subscription`, { isSubscribed: false })
    await team.bob.request('POST', `${reportUrl(dashboard)}/send`, { to: 'me' })
    await setShared(false)
    await app.queue.drain()
    await setShared(true)
    await team.setReport(dashboard)
    await team.advanceTo(MONDAY)
    expect([team.emails().length, team.emails(team.bob).length]).toEqual([1, 0])
  })
})
