import { randomInt } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { objectsOf } from '#test/sample-requests.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

let app: TestApp
let ann: Person
beforeAll(async () => {
  app = await createTestApp({ adminEmails: ['operator@example.com'], sendsEmail: true })
  ann = await app.subscriber('ann@example.com')
})
afterAll(() => app.close())

const TOKEN = /token=([\w-]{20,})/g

test('Trust 7 no response contains an emailed link or token', async () => {
  const objects = await objectsOf(app, ann)
  const operator = await app.signIn('operator@example.com')
  const at = `/api/organizations/${ann.organizationId}`
  const calls: [Person['request'], string, string, object?][] = [
    [app.visitor, 'POST', '/api/auth/request-magic-link', { email: 'ann@example.com' }],
    [ann.request, 'POST', `${at}/invitations`, { email: 'new@example.com', role: 'MEMBER' }],
    [ann.request, 'POST', `${at}/invitations/${objects.invitation}/resend`],
    [app.visitor, 'POST', '/api/newsletter/subscribe', { email: 'reader@example.com' }],
    [app.visitor, 'POST', '/api/privacy/requests', { kind: 'access', name: 'A B', email: 'ab@example.com' }],
    [operator.request, 'POST', '/api/admin/organizations', { name: 'New', ownerEmail: 'boss@example.com' }],
  ]
  const answers: string[] = []
  for (const [request, method, url, body] of calls) {
    const { status, headers, text } = await request(method, url, body)
    expect([url, status < 300]).toEqual([url, true])
    answers.push(text + JSON.stringify(headers))
    await app.queue.drain()
  }
  // Parts of emails that can be read afterward.
  const reads: [Person, string][] = [
    ...[`${at}/invitations`, `${at}/members`, '/api/profile/sessions', '/api/invitations'].map(
      (url) => [ann, url] as [Person, string],
    ),
    ...['log', 'privacy-requests', `organizations/${ann.organizationId}/actions`].map(
      (path) => [operator, `/api/admin/${path}`] as [Person, string],
    ),
  ]
  for (const [{ request }, url] of reads) {
    const { status, text } = await request('GET', url)
    expect([url, status]).toEqual([url, 200])
    answers.push(text)
  }
  const mailed = (app.mailer.outbox ?? []).flatMap(({ text, html, headers }) => [
    ...`${text} ${html} ${JSON.stringify(headers)}`.matchAll(TOKEN),
  ])
  const tokens = new Set(mailed.map(([, token]) => token!))
  expect(tokens.size).toBeGreaterThanOrEqual(calls.length - 1)
  for (const token of tokens) expect(answers.filter((answer) => answer.includes(token))).toEqual([])
})

test('Trust 8 known, unknown, limited and invited addresses get identical responses', async () => {
  const ask = async (email: string) => {
    const { statusCode, headers, body } = await app.app.inject({
      method: 'POST',
      url: '/api/auth/request-magic-link',
      payload: { email },
      remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    })
    const { date: _, ...rest } = headers
    return { statusCode, headers: rest, body }
  }
  const unknown = await ask('nobody@example.com')
  expect(unknown.statusCode).toBe(200)
  for (const email of ['ann@example.com', 'operator@example.com', 'new@example.com', 'boss@example.com'])
    expect([email, await ask(email)]).toEqual([email, unknown])
  for (let again = 0; again < 4; again++) expect(await ask('nobody@example.com')).toEqual(unknown)
})

/** Statements sent to the database in the meantime, in order. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return sent.mock.calls.map(([asked]) =>
      typeof asked === 'string' ? asked : (asked as { text: string }).text,
    )
  } finally {
    sent.mockRestore()
  }
}

test('Trust 8 known, unknown, limited and invited addresses cost the same statements', async () => {
  const ask = (email: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/auth/request-magic-link',
      payload: { email },
      remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    })
  await app.owner.run('delete from rate_limits')
  await app.queue.drain()
  const asking = await statementsOf(() => ask('somebody@example.com'))
  const mailing = await statementsOf(() => app.queue.drain())
  expect(asking.join()).toContain('rate_limits')
  expect(mailing.join()).toContain('magic_link_tokens')
  for (const email of ['ann@example.com', 'operator@example.com', 'new@example.com', 'boss@example.com']) {
    expect([email, await statementsOf(() => ask(email))]).toEqual([email, asking])
    expect([email, await statementsOf(() => app.queue.drain())]).toEqual([email, mailing])
  }
  for (let again = 0; again < 4; again++)
    expect([again, await statementsOf(() => ask('ann@example.com'))]).toEqual([again, asking])
})
