import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Domain } from '#contract/domains.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { type DnsServer, startDnsServer } from '#test/fakes/dns-server.ts'
import { createTestApp, type Person, type TestApp } from '#test/test-app.ts'

const DAY = 86_400_000
const START = Date.parse('2026-11-20T12:00:00Z')
const clock = { time: START, now: () => new Date(clock.time) }
let dns: DnsServer
let app: TestApp
let ann: Person
let bob: Person
beforeAll(async () => {
  dns = await startDnsServer()
  app = await createTestApp({ clock, dnsServer: dns.address })
  ann = await app.subscriber('ann@example.com')
  bob = await app.subscriber('bob@example.com')
  for (const { organizationId } of [ann, bob]) await setPlan(organizationId, 'enterprise')
})
afterAll(async () => {
  await app.close()
  await dns.stop()
})
beforeEach(async () => {
  clock.time = START
  dns.zone = {}
  dns.mode = 'answers'
  await app.owner.run('delete from domains')
  await app.owner.run('delete from proven_domains')
  await app.services.domains.loadHosts()
})

const setPlan = (organizationId: string, plan: string) =>
  app.owner.run('update organizations set subscription_plan = $2 where id = $1', [organizationId, plan])
const path = (person: Person, rest = '') => `/api/organizations/${person.organizationId}/domains${rest}`

async function add(person: Person, domain: string, use = 'app'): Promise<Domain> {
  const response = await person.request('POST', path(person), { domain, use })
  expect([response.status, response.text]).toEqual([201, expect.any(String)])
  return response.json
}
async function check(person: Person, { id }: Domain): Promise<Domain> {
  return (await person.request('POST', path(person, `/${id}/check`))).json
}
/** Publishes the records of domains. */
function publish(...domains: Domain[]): void {
  for (const { record } of domains) {
    const texts = dns.zone[record.name]?.TXT ?? []
    dns.zone[record.name] = { TXT: [...texts, record.value] }
  }
}
const refusal = async (person: Person, domain: string, use = 'app') => {
  const { status, json } = await person.request('POST', path(person), { domain, use })
  const { fields, message } = json as { fields?: { domain?: string }; message: string }
  return { status, message: fields?.domain ?? message }
}
const proven = (use: 'app' | 'email', domain: string) => app.services.domains.findProven(use, domain)

describe('A40 a domain', () => {
  test('is proven by its TXT record, and not before', async () => {
    const domain = await add(ann, 'App.Acme-Realty.com')
    expect(domain).toMatchObject({
      ...{ domain: 'app.acme-realty.com', use: 'app', provenAt: null, problem: null },
      record: { name: '_domain-proof.app.acme-realty.com', value: /^domain-proof=[\w-]{43}$/ },
    })
    expect(await check(ann, domain)).toMatchObject({ provenAt: null, problem: 'missing' })
    dns.zone[domain.record.name] = { TXT: ['v=spf1 -all', 'domain-proof=another'] }
    expect(await check(ann, domain)).toMatchObject({ provenAt: null, problem: 'missing' })
    dns.mode = 'fails'
    expect(await check(ann, domain)).toMatchObject({ provenAt: null, problem: 'unreachable' })
    expect(await proven('app', 'app.acme-realty.com')).toBeNull()
    dns.mode = 'answers'
    publish(domain)
    expect(await check(ann, domain)).toMatchObject({ provenAt: clock.now().toISOString(), problem: null })
    expect(await proven('app', 'app.acme-realty.com')).toBe(ann.organizationId)
    expect(await proven('email', 'app.acme-realty.com')).toBeNull()
  })

  test('needs one record for both uses', async () => {
    const [forApp, forEmail] = [await add(ann, 'acme.com', 'app'), await add(ann, 'acme.com', 'email')]
    expect(forEmail.record).toEqual(forApp.record)
    publish(forApp)
    await check(ann, forApp)
    await check(ann, forEmail)
    expect(await proven('email', 'ACME.com')).toBe(ann.organizationId)
  })

  test('belongs to the organization that proved it first, until it withdraws it', async () => {
    const [anns, bobs] = [await add(ann, 'acme.com', 'email'), await add(bob, 'acme.com', 'email')]
    expect(anns.record.value).not.toBe(bobs.record.value)
    publish(anns, bobs)
    await check(bob, bobs)
    expect(await check(ann, anns)).toMatchObject({ provenAt: null, problem: 'taken' })
    expect(await proven('email', 'acme.com')).toBe(bob.organizationId)
    expect((await bob.request('DELETE', path(bob, `/${bobs.id}`))).status).toBe(204)
    expect(await proven('email', 'acme.com')).toBeNull()
    expect(await check(ann, anns)).toMatchObject({ problem: null })
    expect(await proven('email', 'acme.com')).toBe(ann.organizationId)
  })

  test('is proven by one of two organizations that check at the same moment', async () => {
    const [anns, bobs] = [await add(ann, 'acme.com', 'email'), await add(bob, 'acme.com', 'email')]
    publish(anns, bobs)
    const results = await Promise.all([check(ann, anns), check(bob, bobs)])
    expect(results.map(({ problem }) => problem).sort()).toEqual([null, 'taken'].sort())
  })

  test('is not another organization’s to read, check or withdraw', async () => {
    const domain = await add(ann, 'acme.com', 'email')
    for (const [method, rest] of [
      ['POST', `/${domain.id}/check`],
      ['DELETE', `/${domain.id}`],
    ] as const)
      expect((await bob.request(method, path(bob, rest))).status).toBe(404)
    expect((await bob.request('GET', path(bob))).text).not.toContain('acme')
  })

  test('for the app needs the Enterprise plan, for single sign-on any plan', async () => {
    const eve = await app.subscriber('eve@example.com')
    expect(await refusal(eve, 'eve.com')).toEqual({
      status: 402,
      message: 'Your own domain for the app is part of the Enterprise plan. Contact us to change your plan.',
    })
    expect((await eve.request('GET', path(eve))).json).toMatchObject({ canServeApp: false, domains: [] })
    publish(await add(eve, 'eve.com', 'email'))
    const [listed] = ((await eve.request('GET', path(eve))).json as { domains: Domain[] }).domains
    expect(listed && (await check(eve, listed))).toMatchObject({ problem: null })
  })

  test('is one of at most twenty', async () => {
    const statuses = await Promise.all(
      Array.from(
        { length: 24 },
        async (_, index) => (await refusal(ann, `acme${index}.com`, 'email')).status,
      ),
    )
    expect(statuses.filter((status) => status === 201)).toHaveLength(20)
    expect(statuses.filter((status) => status === 409)).toHaveLength(4)
  })
})

describe('A40 refuses as a domain', () => {
  test.each([
    ['https://app.acme.com', /^Enter only the domain/],
    ['app.acme.com:443', /^Enter only the domain/],
    ['app.acme.com/path', /^Enter only the domain/],
    ['ann@acme.com', /^Enter only the domain/],
    ['app.acme.com?x=1', /^Enter only the domain/],
    ['a b.com', /^Enter only the domain/],
    ['*.acme.com', /without \*/],
    ['192.0.2.1', /not an IP address/],
    ['0x7f.1', /not an IP address/],
    ['[2001:db8::1]', /^Enter only the domain/],
    ['com', /shared by many owners/],
    ['co.uk', /shared by many owners/],
    ['com.au', /shared by many owners/],
    ['ca.us', /shared by many owners/],
    ['localhost', /shared by many owners/],
    ['app.localhost', /not on the internet/],
    ['acme.onion', /not on the internet/],
    ['-acme.com', /^Enter a domain/],
    ['acme_x.com', /^Enter a domain/],
    ['acme..com', /^Enter a domain/],
    ['.acme.com', /^Enter a domain/],
    ['acme.123', /^Enter a domain/],
    [`${'a'.repeat(64)}.com`, /^Enter a domain/],
    [`${'a.'.repeat(120)}com`, /at most 239 characters/],
    ['a'.repeat(301), /at most 300 characters/],
    ['', /^Enter a domain/],
    ['xn--0.com', /^Enter a domain/],
    ['xn--80ak6aa92e.com', /^аррӏе\.com \(xn--80ak6aa92e\.com\) looks too much like another domain/],
    ['pаypal.com', /looks too much/], // a Cyrillic а
    ['раураӏ.com', /looks too much/], // only Cyrillic letters
    ['gοοgle.com', /looks too much/], // Greek omicrons
    ['ɡoogle.com', /looks too much/], // the phonetic ɡ
    ['tıktok.com', /looks too much/], // a dotless ı
    ['acme.com\u0000', /control characters/],
  ])('%j', async (domain, message) => {
    expect(await refusal(ann, domain)).toEqual({ status: 400, message: expect.stringMatching(message) })
  })

  test('the address of the product and what is under it, but not its letters elsewhere', async () => {
    const own = await createTestApp({ appUrl: 'https://app.example.com' })
    const owner = await own.subscriber('owner@example.com')
    await own.owner.run(`update organizations set subscription_plan = 'enterprise'`)
    const request = (domain: string) =>
      owner.request('POST', path(owner), { domain, use: 'app' }, { host: 'app.example.com' })
    for (const domain of ['app.example.com', 'acme.app.example.com', 'APP.EXAMPLE.COM.'])
      expect((await request(domain)).text).toContain('is our own address')
    expect((await request('myapp.example.com')).status).toBe(201)
    await own.close()
  })
})

test('A40 shows a domain in other letters as people read it and as DNS does', async () => {
  expect(await add(ann, 'MÜNCHEN-Immobilien.de', 'email')).toMatchObject({
    domain: 'münchen-immobilien.de',
    asciiDomain: 'xn--mnchen-immobilien-22b.de',
    record: { name: '_domain-proof.xn--mnchen-immobilien-22b.de' },
  })
})

describe('A40 a proven domain', () => {
  async function prove(domain: string, use = 'app'): Promise<Domain> {
    const added = await add(ann, domain, use)
    publish(added)
    return check(ann, added)
  }
  async function recheckAfter(days: number): Promise<Domain | undefined> {
    clock.time += days * DAY
    await app.services.domains.recheck()
    return ((await ann.request('GET', path(ann))).json as { domains: Domain[] }).domains[0]
  }
  const isServed = async (domain: string) =>
    (await app.visitor('GET', `/api/domains/allowed?domain=${domain}`)).status === 204

  test('keeps working while the name servers do not answer', async () => {
    await prove('app.acme.com')
    dns.mode = 'is silent'
    expect(await recheckAfter(1)).toMatchObject({ problem: 'unreachable', endsAt: null })
    expect(await recheckAfter(30)).toMatchObject({ problem: 'unreachable', endsAt: null })
    expect(await isServed('app.acme.com')).toBe(true)
  })

  test('ends a week after its record was gone, and the owners learn of it in time', async () => {
    const { record } = await prove('app.acme.com')
    const sent = app.mailer.outbox?.length ?? 0
    const since = () => (app.mailer.outbox ?? []).slice(0, (app.mailer.outbox?.length ?? 0) - sent)
    dns.zone = {}
    const endsAt = new Date(clock.time + 9 * DAY).toISOString()
    expect(await recheckAfter(2)).toMatchObject({ problem: 'missing', endsAt })
    expect(await recheckAfter(2)).toMatchObject({ problem: 'missing', endsAt })
    expect(since()).toMatchObject([
      {
        to: 'ann@example.com',
        subject: 'app.acme.com will stop working on Nov 29, 2026',
        text: expect.stringContaining(record.value),
      },
    ])
    expect(await isServed('app.acme.com')).toBe(true)
    expect(await recheckAfter(5)).toMatchObject({ problem: 'missing', provenAt: null, endsAt: null })
    expect(await isServed('app.acme.com')).toBe(false)
    expect(since()[0]?.subject).toBe('app.acme.com stopped working')
  })

  test('recovers when its record is back', async () => {
    const domain = await prove('app.acme.com')
    dns.zone = {}
    await recheckAfter(2)
    publish(domain)
    expect(await recheckAfter(3)).toMatchObject({ problem: null, endsAt: null })
    dns.zone = {}
    expect(await recheckAfter(6)).toMatchObject({ problem: 'missing', endsAt: expect.any(String) })
    expect(await isServed('app.acme.com')).toBe(true)
  })

  test('ends a week after its plan did, but not for single sign-on', async () => {
    await prove('app.acme.com')
    await prove('acme.com', 'email')
    await setPlan(ann.organizationId, 'professional')
    await recheckAfter(2)
    await recheckAfter(8)
    expect(await isServed('app.acme.com')).toBe(false)
    expect(await proven('email', 'acme.com')).toBe(ann.organizationId)
    await setPlan(ann.organizationId, 'enterprise')
  })

  test('is the host of the organization’s links, the oldest one first', async () => {
    const organization = parseOrganizationId(ann.organizationId)
    expect(await app.services.domains.originOf(organization)).toBe('http://localhost:3000')
    await prove('app.acme.com')
    clock.time += DAY
    await prove('aaa.acme.com')
    expect(await app.services.domains.originOf(organization)).toBe('http://app.acme.com:3000')
    expect(await app.services.domains.originOf(parseOrganizationId(bob.organizationId))).toBe(
      'http://localhost:3000',
    )
    expect(await app.services.domains.originOf(null)).toBe('http://localhost:3000')
  })

  test('is allowed for certificates, other names are not', async () => {
    await prove('app.acme.com')
    await prove('mail.acme.com', 'email')
    for (const [domain, isAllowed] of [
      ['app.acme.com', true],
      ['APP.ACME.COM', true],
      ['localhost', true],
      ['mail.acme.com', false],
      ['acme.com', false],
      ['x.app.acme.com', false],
      ['app.acme.com:443', false],
      ['app.acme.com/', false],
      ['', false],
      [`${randomUUID()}.com`, false],
    ] as const)
      expect([domain, await isServed(domain)]).toEqual([domain, isAllowed])
  })
})
