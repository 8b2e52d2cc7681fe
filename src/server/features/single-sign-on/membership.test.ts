import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSecrets } from '#server/platform/secrets.ts'
import { dumpRows } from '#test/checks.ts'
import { type RunningProvider, runProvider } from '#test/fakes/identity-providers/run-provider.ts'
import { openSingleSignOn, type SingleSignOnKit } from '#test/workspaces/single-sign-on.ts'

let kit: SingleSignOnKit
let provider: RunningProvider
beforeAll(async () => {
  ;[kit, provider] = await Promise.all([
    openSingleSignOn({ adminEmails: ['operator@operators.com'] }),
    runProvider('oidc'),
  ])
})
afterAll(async () => {
  await provider?.stop()
  await kit?.app.close()
})
beforeEach(() => kit.app.owner.run('delete from rate_limits'))

const MAPPINGS = [
  { group: 'agents', role: 'MEMBER', access: 'own' },
  { group: 'managers', role: 'ADMIN', access: 'team' },
  { group: 'partners', role: 'OWNER', access: 'all' },
]
const membershipOf = (email: string, organizationId: string) =>
  kit.app.owner.row(
    `select m.role, m.access from memberships m join users u on u.id = m.user_id
      where u.email = $1 and m.organization_id = $2`,
    [email, organizationId],
  )

describe('A40 group mapping', () => {
  test('gives role and access at each sign-in', async () => {
    const { connection, domain, owner } = await kit.connectOidc(provider.url, {
      ...{ mappings: MAPPINGS, defaultAccess: 'own' },
    })
    const email = `ann@${domain}`
    const signIn = async (groups: string) => {
      await kit.openBrowser().signInOidc(connection, `${email}#ann${domain}${groups}`)
      return membershipOf(email, owner.organizationId)
    }
    expect(await signIn('#managers,agents')).toEqual({ role: 'ADMIN', access: 'team' })
    expect(await signIn('#agents')).toEqual({ role: 'MEMBER', access: 'own' })
    expect(await signIn('#partners')).toEqual({ role: 'OWNER', access: 'all' })
    expect(await signIn('#')).toEqual({ role: 'MEMBER', access: 'own' })
    expect(await signIn('#managers')).toEqual({ role: 'ADMIN', access: 'team' })
    // No groups at all are a mistake at the identity provider, which must not take away roles.
    expect(await signIn('')).toEqual({ role: 'ADMIN', access: 'team' })
    const changes = await kit.app.owner.rows<{ details: object }>(
      `select details from audit_log where organization_id = $1 and action = 'member.role-changed'
        order by created_at`,
      [owner.organizationId],
    )
    expect(changes).toHaveLength(4)
  })

  test('never takes the last owner, nor an owner who can still use links', async () => {
    const connected = await kit.connectOidc(provider.url, { mappings: MAPPINGS })
    const { connection, domain, owner, path } = connected
    const signIn = (email: string) => kit.openBrowser().signInOidc(connection, `${email}#${email}#agents`)
    await signIn(owner.email)
    expect(await membershipOf(owner.email, owner.organizationId)).toMatchObject({ role: 'OWNER' })
    const second = await kit.app.member(`second@${domain}`, owner.organizationId, 'OWNER')
    await owner.request('PATCH', path, { breakGlass: [owner.userId] })
    await signIn(owner.email)
    expect(await membershipOf(owner.email, owner.organizationId)).toMatchObject({ role: 'OWNER' })
    await signIn(second.email)
    expect(await membershipOf(second.email, owner.organizationId)).toMatchObject({ role: 'MEMBER' })
  })

  test('leaves one of several owners when all sign in at once as something less', async () => {
    const { connection, domain, owner } = await kit.connectOidc(provider.url, { mappings: MAPPINGS })
    const emails = [owner.email, `b@${domain}`, `c@${domain}`]
    for (const email of emails.slice(1)) await kit.app.member(email, owner.organizationId, 'OWNER')
    await Promise.all(
      emails.map((email) => kit.openBrowser().signInOidc(connection, `${email}#${email}#agents`)),
    )
    const owners = await kit.app.owner.value(
      `select count(*)::int from memberships where organization_id = $1 and role = 'OWNER'`,
      [owner.organizationId],
    )
    expect(owners).toBe(1)
  })

  test('withdraws the invitations of someone who may no longer invite', async () => {
    const { connection, domain, owner } = await kit.connectOidc(provider.url, { mappings: MAPPINGS })
    const admin = await kit.app.member(`admin@${domain}`, owner.organizationId, 'ADMIN')
    await admin.request('POST', `/api/organizations/${owner.organizationId}/invitations`, {
      ...{ email: `guest@${domain}`, role: 'MEMBER' },
    })
    await kit.openBrowser().signInOidc(connection, `${admin.email}#${admin.email}#agents`)
    expect(
      await kit.app.owner.rows('select 1 from invitations where organization_id = $1', [
        owner.organizationId,
      ]),
    ).toEqual([])
  })
})

describe('A40 people of several organizations', () => {
  test('keep their organization, and work in the one that they signed in to', async () => {
    const { connection, domain, owner } = await kit.connectOidc(provider.url)
    const person = await kit.app.subscriber(`ann@${domain}`)
    const browser = kit.openBrowser()
    await browser.signInOidc(connection, person.email)
    expect(await browser.user()).toMatchObject({
      ...{ id: person.userId, organizationId: owner.organizationId, role: 'MEMBER' },
    })
    const list = (await browser.request('GET', '/api/auth/organizations')).json as {
      id: string
      isHome: boolean
    }[]
    expect(list.map(({ id, isHome }) => [id, isHome]).sort()).toEqual(
      [
        [person.organizationId, true],
        [owner.organizationId, false],
      ].sort(),
    )
  })

  test('enter their code where the identity provider answers only for one of them', async () => {
    const { connection, domain, owner } = await kit.connectOidc(provider.url)
    const person = await kit.app.subscriber(`ann@${domain}`)
    const colleague = await kit.app.member(`bob@${domain}`, owner.organizationId, 'MEMBER')
    for (const { userId } of [person, colleague])
      await kit.app.owner.run(
        `insert into second_factors (user_id, secret, key_id, confirmed_at) values ($1, 'x', 'x', now())`,
        [userId],
      )
    const [first, second] = [kit.openBrowser(), kit.openBrowser()]
    expect((await first.signInOidc(connection, colleague.email)).location).toBe('/dashboard')
    expect((await second.signInOidc(connection, person.email)).location).toBe('/auth/code')
    expect(await second.user()).toBeNull()
    const pending = await kit.app.owner.rows('select organization from pending_sign_ins where user_id = $1', [
      person.userId,
    ])
    expect(pending).toEqual([{ organization: owner.organizationId }])
  })

  test('enter their code while they may still take contacts from an organization that they left', async () => {
    const { connection, domain, owner } = await kit.connectOidc(provider.url)
    const other = await kit.app.subscriber(`cy@${domain}`)
    const agent = await kit.app.member(`dan@${domain}`, owner.organizationId, 'MEMBER')
    await kit.app.owner.run(
      `insert into second_factors (user_id, secret, key_id, confirmed_at) values ($1, 'x', 'x', now())`,
      [agent.userId],
    )
    const locationOf = async () => (await kit.openBrowser().signInOidc(connection, agent.email)).location
    expect(await locationOf()).toBe('/dashboard')
    const offer = (status: string) =>
      kit.app.owner.run(
        `insert into contact_transfers (user_id, from_organization, to_organization, status, expires_at, offered_until)
         values ($1, $2, case when $3 = 'running' then $4::uuid end, $3,
           case when $3 = 'offered' then now() + interval '1 day' end, case when $3 = 'running' then now() + interval '1 day' end)`,
        [agent.userId, other.organizationId, status, owner.organizationId],
      )
    for (const status of ['offered', 'running']) {
      await offer(status)
      expect(await locationOf()).toBe('/auth/code')
      await kit.app.owner.run('delete from contact_transfers where user_id = $1', [agent.userId])
    }
    expect(await locationOf()).toBe('/dashboard')
  })

  test('operators of the instance enter their code in any case', async () => {
    const domain = await kit.proveDomain((await kit.newOrganization()).owner.organizationId, 'unused.com')
    expect(domain).toBe('unused.com')
    const organization = await kit.connectOidc(provider.url)
    await kit.proveDomain(organization.owner.organizationId, 'operators.com')
    await kit.change(organization, organization.connection.id, {
      domains: [organization.domain, 'operators.com'],
    })
    const operator = await kit.app.signIn('operator@operators.com')
    await kit.app.owner.run(
      `insert into second_factors (user_id, secret, key_id, confirmed_at) values ($1, 'x', 'x', now())`,
      [operator.userId],
    )
    const browser = kit.openBrowser()
    const { location } = await browser.signInOidc(organization.connection, operator.email)
    expect(location).toBe('/auth/code')
    expect(await browser.user()).toBeNull()
  })
})

describe('A40 suspended and erased organizations', () => {
  test('a suspended organization signs in its members, and takes no new ones', async () => {
    const { connection, domain, owner } = await kit.connectOidc(provider.url)
    await kit.app.owner.run(
      `update organizations set suspended_at = now(), suspended_reason = 'A test' where id = $1`,
      [owner.organizationId],
    )
    const [member, stranger] = [kit.openBrowser(), kit.openBrowser()]
    expect((await member.signInOidc(connection, owner.email)).location).toBe('/dashboard')
    const refused = await stranger.signInOidc(connection, `new@${domain}`)
    expect(refused).toMatchObject({
      ...{ location: `/auth/sso/${connection.id}?error=suspended`, setsSession: false },
    })
    expect(
      (await owner.request('GET', `/api/organizations/${owner.organizationId}/single-sign-on`)).status,
    ).toBe(403)
  })

  test('deleting an account forgets its identities, and deleting a connection everything about it', async () => {
    const { connection, domain, owner, path } = await kit.connectOidc(provider.url)
    const browser = kit.openBrowser()
    await browser.signInOidc(connection, `ann@${domain}#ann`)
    const identities = () =>
      kit.app.owner.value('select count(*)::int from single_sign_on_identities where connection_id = $1', [
        connection.id,
      ])
    expect(await identities()).toBe(1)
    await browser.request('POST', '/api/profile/delete', { body: { email: `ann@${domain}` } })
    expect(await identities()).toBe(0)
    await kit.openBrowser().start(connection)
    expect((await owner.request('DELETE', `${path}/${connection.id}`)).status).toBe(204)
    const dump = await dumpRows(kit.app.owner)
    expect(dump.split(connection.id).length - 1).toBe(
      // The audit log alone remembers it.
      await kit.app.owner.value(
        `select sum(length(t) - length(replace(t, $1, '')))::int / length($1)
           from (select audit_log::text as t from audit_log) lines`,
        [connection.id],
      ),
    )
  })
})

describe('A40 client secrets', () => {
  test('are stored sealed and never shown', async () => {
    const connected = await kit.connectOidc(provider.url)
    await kit.change(connected, connected.connection.id, { clientSecret: 'a very secret secret' })
    const { text } = await connected.owner.request('GET', connected.path)
    expect(text).not.toContain('a very secret secret')
    expect((await kit.readSettings(connected)).connections[0]).toMatchObject({ hasClientSecret: true })
    expect(await dumpRows(kit.app.owner)).not.toContain(Buffer.from('a very secret secret').toString('hex'))
  })

  test('move to the newest key, and refuse sign-ins without their key', async () => {
    const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
    const before = await openSingleSignOn({ secrets: createSecrets([oldKey]) })
    try {
      const connected = await before.connectOidc(provider.url)
      const rotated = createSecrets([newKey, oldKey])
      const { singleSignOnService, signInPolicyService } = await import('./service.ts')
      const { services, platform } = before.app
      const withSecrets = (secrets: ReturnType<typeof createSecrets>) => {
        const deps = { ...platform, secrets }
        const policy = signInPolicyService(deps, services)
        return singleSignOnService(deps, { ...services, policy })
      }
      expect(await withSecrets(createSecrets([newKey])).resealAll()).toEqual({ resealed: 0, unreadable: 1 })
      expect(await withSecrets(rotated).resealAll()).toEqual({ resealed: 1, unreadable: 0 })
      expect(await withSecrets(rotated).resealAll()).toEqual({ resealed: 0, unreadable: 0 })
      // The process with the old key alone can no longer read it.
      const started = await before.app.visitor('POST', `/api/auth/sso/${connected.connection.id}/start`, {})
      expect(started.json).toEqual({ location: `/auth/sso/${connected.connection.id}?error=unavailable` })
    } finally {
      await before.app.close()
    }
  })
})
