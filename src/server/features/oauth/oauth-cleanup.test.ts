import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConnectedApp } from '#contract/connected-apps.ts'
import { createOauthClient } from '#test/builders/oauth-client.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'
import { serveOauth } from './routes.ts'

let app: TestApp
let owner: Person
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.subscriber('owner@example.com')
})
afterAll(() => app.close())

const count = (table: string) => app.owner.value<number>(`select count(*)::integer from ${table}`)
const appsPath = () => `/api/organizations/${owner.organizationId}/connected-apps`

test('A40 the cleanup goes on until nothing is left of expired requests', async () => {
  await app.owner.run(
    `insert into oauth_requests (kind, id_hash, payload, expires_at)
     select 'Interaction', n::text, '{}', now() - interval '1 second' from generate_series(1, 25) n`,
  )
  await app.services.oauth.deleteOutdated(10)
  expect(await count('oauth_requests')).toBe(0)
})

test('A40 an app can connect again for 90 days after its last connection, and no longer', async () => {
  const client = await createOauthClient(app)
  await client.connect(owner, ['contacts:read'])
  const [connected] = (await owner.request('GET', appsPath())).json as ConnectedApp[]
  await owner.request('DELETE', `${appsPath()}/${connected?.id}`)
  const letPass = async (days: number) => {
    await app.owner.run(
      `update oauth_clients set created_at = created_at - make_interval(days => $1),
              last_connected_at = last_connected_at - make_interval(days => $1)`,
      [days],
    )
    await app.services.oauth.deleteOutdated()
  }
  await letPass(80)
  expect(await count('oauth_clients')).toBe(1)
  await letPass(11)
  expect(await count('oauth_clients')).toBe(0)
})

test('A40 an app gets at most 60 access tokens an hour', async () => {
  const client = await createOauthClient(app)
  const { refresh_token: token } = await client.connect(owner, ['contacts:read'])
  await app.owner.run(
    `insert into oauth_tokens (organization_id, token_hash, app_id, kind, payload, expires_at)
     select organization_id, n::text, app_id, 'AccessToken', '{}', now() + interval '1 hour'
       from oauth_tokens cross join generate_series(1, 60) n where kind = 'RefreshToken'`,
  )
  const refused = await client.refresh(token)
  expect([refused.status, refused.json]).toMatchObject([400, { error: 'temporarily_unavailable' }])
  await app.owner.run(`delete from oauth_tokens where length(token_hash) < 3`)
  expect((await client.refresh(token)).status).toBe(200)
})

test('A40 a connection that its app or a reused token ends is in the audit log', async () => {
  const client = await createOauthClient(app)
  const { refresh_token: token } = await client.connect(owner, ['contacts:read'])
  await client.refresh(token)
  await client.refresh(token)
  expect(
    await app.owner.rows(
      `select actor, details from audit_log where action = 'app.disconnected' order by created_at desc limit 1`,
    ),
  ).toMatchObject([{ actor: 'job:oauth', details: { reason: 'revoked' } }])
})

test.each(['authorize', 'token', 'revoke'])(
  'A40 each document of an app that /oauth/%s fetches counts against the limit',
  async (path) => {
    const taken: string[] = []
    const server = fastify()
    serveOauth(server, app.services.oauth, {
      appUrl: 'http://localhost:3000',
      take: (rate, caller) => void taken.push(`${rate} ${caller}`),
    })
    const fields = `client_id=${encodeURIComponent(`https://${path}.app.example/client`)}&grant_type=refresh_token&refresh_token=x&token=x`
    await server.inject(
      path === 'authorize'
        ? { method: 'GET', url: `/oauth/authorize?response_type=code&${fields}` }
        : {
            ...{ method: 'POST', url: `/oauth/${path}`, payload: fields },
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          },
    )
    await server.close()
    expect(taken).toContain('heavy oauth-fetch:127.0.0.1')
  },
)
