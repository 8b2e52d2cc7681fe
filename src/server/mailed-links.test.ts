import { randomInt } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createObjects } from '#test/sample-requests.ts'
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
  const objects = await createObjects(app, ann)
  const operator = await app.signIn('operator@example.com')
  const organizationUrl = `/api/organizations/${ann.organizationId}`
  const calls: [Person['request'], string, string, object?][] = [
    [app.visitor, 'POST', '/api/auth/request-magic-link', { email: 'ann@example.com' }],
    [ann.request, 'POST', `${organizationUrl}/invitations`, { email: 'new@example.com', role: 'MEMBER' }],
    [ann.request, 'POST', `${organizationUrl}/invitations/${objects.invitation}/resend`],
    [app.visitor, 'POST', '/api/newsletter/subscribe', { email: 'reader@example.com' }],
    [app.visitor, 'POST', '/api/privacy/requests', { kind: 'access', name: 'A B', email: 'ab@example.com' }],
    [operator.request, 'POST', '/api/admin/organizations', { name: 'New', ownerEmail: 'boss@example.com' }],
  ]
  const responses: string[] = []
  for (const [request, method, url, body] of calls) {
    const { status, headers, text } = await request(method, url, body)
    expect([url, status < 300]).toEqual([url, true])
    responses.push(text + JSON.stringify(headers))
    await app.queue.drain()
  }
  // Parts of emails that can be read afterward.
  const reads: [Person, string][] = [
    ...[
      `${organizationUrl}/invitations`,
      `${organizationUrl}/members`,
      '/api/profile/sessions',
      '/api/invitations',
    ].map((url) => [ann, url] as [Person, string]),
    ...['log', 'privacy-requests', `organizations/${ann.organizationId}/actions`].map(
      (path) => [operator, `/api/admin/${path}`] as [Person, string],
    ),
  ]
  for (const [{ request }, url] of reads) {
    const { status, text } = await request('GET', url)
    expect([url, status]).toEqual([url, 200])
    responses.push(text)
  }
  const mailedTokens = (app.mailer.outbox ?? []).flatMap(({ text, html, headers }) => [
    ...`${text} ${html} ${JSON.stringify(headers)}`.matchAll(TOKEN),
  ])
  const tokens = new Set(mailedTokens.map(([, token]) => token!))
  expect(tokens.size).toBeGreaterThanOrEqual(calls.length - 1)
  for (const token of tokens) expect(responses.filter((response) => response.includes(token))).toEqual([])
})

test('Trust 8 known, unknown, limited and invited addresses get identical responses', async () => {
  const requestLink = async (email: string) => {
    const { statusCode, headers, body } = await app.app.inject({
      method: 'POST',
      url: '/api/auth/request-magic-link',
      payload: { email },
      remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    })
    const { date: _, ...stableHeaders } = headers
    return { statusCode, headers: stableHeaders, body }
  }
  const unknownResponse = await requestLink('nobody@example.com')
  expect(unknownResponse.statusCode).toBe(200)
  for (const email of ['ann@example.com', 'operator@example.com', 'new@example.com', 'boss@example.com'])
    expect([email, await requestLink(email)]).toEqual([email, unknownResponse])
  for (let i = 0; i < 4; i++) expect(await requestLink('nobody@example.com')).toEqual(unknownResponse)
})

/** Statements sent to the database in the meantime, in order. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const queryCalls = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return queryCalls.mock.calls.map(([query]) =>
      typeof query === 'string' ? query : (query as { text: string }).text,
    )
  } finally {
    queryCalls.mockRestore()
  }
}

test('Trust 8 known, unknown, limited and invited addresses cost the same statements', async () => {
  const requestLink = (email: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/auth/request-magic-link',
      payload: { email },
      remoteAddress: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    })
  await app.owner.run('delete from rate_limits')
  await app.queue.drain()
  const requestStatements = await statementsOf(() => requestLink('someone@example.com'))
  const mailStatements = await statementsOf(() => app.queue.drain())
  expect(requestStatements.join()).toContain('rate_limits')
  expect(mailStatements.join()).toContain('magic_link_tokens')
  for (const email of ['ann@example.com', 'operator@example.com', 'new@example.com', 'boss@example.com']) {
    expect([email, await statementsOf(() => requestLink(email))]).toEqual([email, requestStatements])
    expect([email, await statementsOf(() => app.queue.drain())]).toEqual([email, mailStatements])
  }
  for (let i = 0; i < 4; i++)
    expect([i, await statementsOf(() => requestLink('ann@example.com'))]).toEqual([i, requestStatements])
})
