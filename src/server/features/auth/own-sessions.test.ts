import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OwnSession } from '#contract/profile.ts'
import { checksumOf } from '#test/checks.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { deviceOf } from './service/sign-in-steps.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const MAC_USER_AGENT =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const WINDOWS_USER_AGENT = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${WINDOWS_USER_AGENT} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [`${WINDOWS_USER_AGENT} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge on Windows'],
  [`${MAC_USER_AGENT} Version/26.0 Safari/605.1.15`, 'Safari on Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1',
    'Chrome on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['curl/8.15.0', null],
  ['', null],
  [undefined, null],
])('A03 recognizes the device of %.60s as %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})

const listSessions = async (person: Person, query = '') =>
  (await person.request('GET', `/api/profile/sessions${query}`)).json as OwnSession[]
const statusOf = async (person: Person) => (await person.request('GET', '/api/auth/user')).status

test("A03 lists a user's sessions, last used first, with the current one marked", async () => {
  const desk = await app.signIn('ann@example.com')
  const phone = await app.signIn('ann@example.com')
  await app.signIn('someone@example.com')
  const sessions = await listSessions(desk)
  expect(sessions.map(({ current }) => current)).toEqual([false, true])
  expect((await listSessions(phone)).map(({ current }) => current)).toEqual([true, false])
  const rows = await app.owner.rows<{ sid: string }>('select sid from sessions')
  for (const { sid } of rows) expect(JSON.stringify(sessions)).not.toContain(sid)
  expect((await listSessions(desk, '?limit=1')).length).toBe(1)
})

test('A03 ends a session only for its own user; the others continue', async () => {
  const [desk, phone] = [await app.signIn('bo@example.com'), await app.signIn('bo@example.com')]
  const otherUser = await app.signIn('cy@example.com')
  const id = (await listSessions(desk)).find(({ current }) => !current)?.id
  const checksumBefore = await checksumOf(app.owner, ['audit_log'])
  const foreignResponse = await otherUser.request('DELETE', `/api/profile/sessions/${id}`)
  const missingResponse = await otherUser.request('DELETE', `/api/profile/sessions/${randomUUID()}`)
  expect([foreignResponse.status, missingResponse.status]).toEqual([404, 404])
  expect(foreignResponse.text.replace(/"requestId":"[^"]+"/, '')).toBe(
    missingResponse.text.replace(/"requestId":"[^"]+"/, ''),
  )
  expect(await checksumOf(app.owner, ['audit_log'])).toBe(checksumBefore)
  expect((await desk.request('DELETE', `/api/profile/sessions/${id}`)).status).toBe(204)
  expect([await statusOf(desk), await statusOf(phone), await statusOf(otherUser)]).toEqual([200, 401, 200])
})

test('A03 ends all other sessions, or all', async () => {
  const devices: Person[] = []
  for (let i = 0; i < 4; i++) devices.push(await app.signIn('di@example.com'))
  const otherUser = await app.signIn('eve@example.com')
  const [desk, ...otherDevices] = devices as [Person, ...Person[]]
  expect((await desk.request('POST', '/api/profile/sessions/end', {})).json).toEqual({ ended: 3 })
  expect([await statusOf(desk), ...(await Promise.all(otherDevices.map(statusOf)))]).toEqual([
    200, 401, 401, 401,
  ])
  const response = await desk.request('POST', '/api/profile/sessions/end', { includeThis: true })
  expect(response.json).toEqual({ ended: 1 })
  expect(String(response.headers['set-cookie'])).toMatch(/signed_in=;/)
  expect([await statusOf(desk), await statusOf(otherUser)]).toEqual([401, 200])
  const actor = `user:${desk.userId}`
  const auditEntries = await app.owner.rows(
    'select details from audit_log where action = $1 and actor = $2',
    ['sessions.ended', actor],
  )
  expect(auditEntries).toEqual([{ details: { sessions: 3 } }, { details: { sessions: 1 } }])
})

test("A03 changes only the user's own names", async () => {
  const fay = await app.signIn('fay@example.com')
  const response = await fay.request('PATCH', '/api/profile', { firstName: ' Fay ', lastName: 'Ng' })
  expect(response.json).toMatchObject({ firstName: 'Fay', lastName: 'Ng', organizationId: null })
  for (const key of ['email', 'role', 'organizationId', 'companyName']) {
    const body = { firstName: 'X', lastName: 'Y', [key]: 'OWNER' }
    expect((await fay.request('PATCH', '/api/profile', body)).status).toBe(400)
  }
  expect((await fay.request('GET', '/api/auth/user')).json).toMatchObject({ firstName: 'Fay' })
})
