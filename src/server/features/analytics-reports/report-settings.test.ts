import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Person } from '#test/test-app.ts'
import { MONDAY, MONDAYS, openReports, type ReportsWorkspace, reportUrl } from '#test/workspaces/reports.ts'

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

describe('schedules', () => {
  test('are set by the member who saved the dashboard and by administrators, not by others', async () => {
    const dashboard = await team.addDashboard({}, team.bob)
    expect((await team.setReport(dashboard, {}, team.bob)).json).toMatchObject({
      schedule: { ...MONDAYS, nextAt: '2026-11-23T13:00:00.000Z' },
      canManage: true,
      isSubscribed: true,
    })
    const eve = await app.member(`eve${team.count}@example.com`, team.ann.organizationId, 'MEMBER')
    expect((await team.setReport(dashboard, {}, eve)).status).toBe(403)
    expect((await eve.request('DELETE', reportUrl(dashboard))).status).toBe(403)
    expect(await team.readReport(dashboard, eve)).toMatchObject({
      canManage: false,
      recipients: [],
      deliveries: [],
      isSubscribed: null,
    })
    expect((await team.setReport(dashboard, { days: [], monthDay: 31 })).json).toMatchObject({
      schedule: { monthDay: 31, nextAt: '2026-11-30T13:00:00.000Z' },
    })
    const actions = await app.owner.column(
      `select action from audit_log where organization_id = $1 and action like 'report.%'`,
      [team.ann.organizationId],
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
    const dashboard = await team.addDashboard()
    expect((await team.setReport(dashboard, invalid)).status).toBe(400)
    expect((await team.readReport(dashboard)).schedule).toBeNull()
  })

  test('of a private dashboard have only its member as recipient', async () => {
    const dashboard = await team.addDashboard({ isShared: false })
    expect((await team.setReport(dashboard)).json).toMatchObject({
      fields: { recipients: 'Share the dashboard first: only you can see it' },
    })
    expect((await team.setReport(dashboard, { recipients: [team.ann.userId] })).status).toBe(200)
    expect((await team.setReport(dashboard, {}, team.bob)).status).toBe(404)
  })

  test('are limited for an organization', async () => {
    await app.owner.run(
      `with added as (insert into analytics_dashboards (organization_id, created_by, name, view, query)
         select $1, $2, 'Copy ' || n, 'funnel', '{}' from generate_series(1, 50) n returning organization_id, id)
       insert into report_schedules (organization_id, dashboard_id, days, send_at, time_zone, next_at)
       select organization_id, id, '{1}', 420, 'America/Chicago', '2027-01-01' from added`,
      [team.ann.organizationId, team.bob.userId],
    )
    expect((await team.setReport(await team.addDashboard())).json).toMatchObject({ code: 'conflict' })
  })
})

describe('sending now', () => {
  test('reaches only the member who asked, whether or not they are a recipient', async () => {
    const dashboard = await team.addDashboard()
    const { json } = await team.bob.request('POST', `${reportUrl(dashboard)}/send`, { to: 'me' })
    expect(json).toMatchObject({ deliveries: [{ userId: team.bob.userId, isTest: true, status: 'pending' }] })
    await app.queue.drain()
    expect([team.emails().length, team.emails(team.bob).length]).toEqual([0, 1])
    expect(team.emails(team.bob)[0]?.headers).toBeUndefined()
    expect(team.emails(team.bob)[0]?.text).toContain('You asked for this email.')
    expect((await team.readReport(dashboard, team.bob)).deliveries).toMatchObject([{ status: 'sent' }])
  })

  test('reaches all recipients if its manager asks', async () => {
    const dashboard = await team.addDashboard()
    const send = (person: Person) =>
      person.request('POST', `${reportUrl(dashboard)}/send`, { to: 'recipients' })
    expect((await send(team.ann)).status).toBe(409)
    await team.setReport(dashboard)
    expect((await send(team.bob)).status).toBe(403)
    expect((await send(team.ann)).status).toBe(200)
    await app.queue.drain()
    expect([team.emails().length, team.emails(team.bob).length]).toEqual([1, 1])
  })
})

describe('unsubscribing', () => {
  const post = (url: string, payload: string, type: string) =>
    app.app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })

  test('takes one click in a mail program, can be repeated, and no one else can undo it', async () => {
    const dashboard = await team.addDashboard()
    await team.setReport(dashboard)
    await team.advanceTo(MONDAY)
    const header = team.emails(team.bob)[0]?.headers?.['List-Unsubscribe'] ?? ''
    const [, url = ''] = /<http:\/\/localhost:3000(.+)>/.exec(header) ?? []
    const opened = await app.app.inject({ method: 'GET', url })
    expect([opened.statusCode, opened.headers.location]).toEqual([302, url.replace('/api', '')])
    const click = () => post(url, 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded')
    expect((await click()).statusCode).toBe(200)
    expect((await click()).statusCode).toBe(200)
    await team.ann.request('DELETE', reportUrl(dashboard))
    const { json } = await team.setReport(dashboard)
    expect(json).toMatchObject({
      recipients: [
        { userId: team.ann.userId, isSubscribed: true },
        { userId: team.bob.userId, isSubscribed: false },
      ],
    })
    await team.advanceTo('2026-11-30T13:00:00Z')
    expect([team.emails().length, team.emails(team.bob).length]).toEqual([2, 1])
  })

  test('works by the link of an old email after the member was removed, and outlasts the next schedule', async () => {
    const dashboard = await team.addDashboard()
    await team.setReport(dashboard)
    await team.advanceTo(MONDAY)
    const header = team.emails(team.bob)[0]?.headers?.['List-Unsubscribe'] ?? ''
    const [, url = ''] = /<http:\/\/localhost:3000(.+)>/.exec(header) ?? []
    await team.ann.request('DELETE', reportUrl(dashboard))
    expect((await team.readReport(dashboard)).recipients).toEqual([])
    const click = () => post(url, 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded')
    expect((await click()).statusCode).toBe(200)
    expect((await team.setReport(dashboard)).json).toMatchObject({
      recipients: [{ isSubscribed: true }, { userId: team.bob.userId, isSubscribed: false }],
    })
    await team.advanceTo('2026-11-30T13:00:00Z')
    expect([team.emails().length, team.emails(team.bob).length]).toEqual([2, 1])
  })

  test('leaves a list that no one gets, which is rejected', async () => {
    const dashboard = await team.addDashboard()
    await team.setReport(dashboard)
    await team.bob.request('PATCH', `${reportUrl(dashboard)}/subscription`, { isSubscribed: false })
    expect((await team.setReport(dashboard, { recipients: [team.bob.userId] })).json).toMatchObject({
      fields: { recipients: 'Choose a member who has not unsubscribed' },
    })
    expect((await team.readReport(dashboard)).recipients).toMatchObject([
      { userId: team.ann.userId, isSubscribed: true },
      { userId: team.bob.userId, isSubscribed: false },
    ])
  })

  test('is in the audit log once, and so is subscribing', async () => {
    const dashboard = await team.addDashboard()
    await team.setReport(dashboard, { recipients: [team.ann.userId] })
    for (const isSubscribed of [true, true, false, false])
      await team.bob.request('PATCH', `${reportUrl(dashboard)}/subscription`, { isSubscribed })
    const actions = await app.owner.column(
      `select action from audit_log where organization_id = $1 and action like 'report.%subscribed' order by created_at`,
      [team.ann.organizationId],
    )
    expect(actions).toEqual(['report.subscribed', 'report.unsubscribed'])
  })

  test('works on the screen too, where members turn it on again', async () => {
    const dashboard = await team.addDashboard()
    const url = `${reportUrl(dashboard)}/subscription`
    expect((await team.bob.request('PATCH', url, { isSubscribed: true })).status).toBe(409)
    await team.setReport(dashboard, { recipients: [team.ann.userId] })
    for (const isSubscribed of [true, false, true])
      expect((await team.bob.request('PATCH', url, { isSubscribed })).json).toMatchObject({ isSubscribed })
    await team.advanceTo(MONDAY)
    expect(team.emails(team.bob)).toHaveLength(1)
  })

  test.each([
    ['{"token":"unknown"}', 404],
    ['{}', 400],
    ['{', 400],
  ])('responds to the body %s with %i', async (body, status) => {
    expect((await post('/api/analytics/unsubscribe', body, 'application/json')).statusCode).toBe(status)
  })
})
