import { createVerify, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { smtpMailer } from '#server/platform/mail/mailer.ts'
import { createSecrets } from '#server/platform/secrets.ts'
import { type DnsServer, startDnsServer } from '#test/fakes/dns-server.ts'
import { startMailServer } from '#test/fakes/mail-server.ts'
import type { Person, TestApp } from '#test/test-app.ts'
import { brandOf, brandUrl, enterprise, openBrands, setPlan } from '#test/workspaces/brands.ts'
import { brandsService } from './service.ts'

let dns: DnsServer
let app: TestApp
let ann: Person
let close: () => Promise<void>
const clock = { time: Date.parse('2026-11-20T10:00:00Z'), now: () => new Date(clock.time) }
/** Domain of the product's support address, whose SPF record lists our mail servers. */
const SERVER = 'ninefold.example'
const DAY_MS = 86_400_000

beforeAll(async () => {
  dns = await startDnsServer()
  ;({ app, ann, close } = await openBrands({ dnsServer: dns.address, clock }))
})
afterAll(async () => {
  await close()
  await dns.stop()
})
beforeEach(() => {
  dns.mode = 'answers'
})

const change = (person: Person, body: object) => person.request('PATCH', brandUrl(person), body)
const setSender = (person: Person, address: string) =>
  person.request('POST', brandUrl(person, '/sender'), { address })
const recheck = (person: Person) => person.request('POST', brandUrl(person, '/sender/check'))

/** Publishes the records that the API asks for. */
async function publishRecords(person: Person): Promise<void> {
  const { sender } = await brandOf(person)
  for (const { name, value } of sender!.records) dns.zone[name] = { TXT: [value] }
}

/** The newest email to an address after everything queued was sent. */
async function lastEmail(to: string) {
  await app.queue.drain()
  return app.mailer.outbox!.find((email) => email.to === to)!
}

async function requestLink(email: string) {
  // An address gets three links in 15 minutes.
  await app.owner.run('delete from rate_limits')
  await app.visitor('POST', '/api/auth/request-magic-link', { email })
  return lastEmail(email)
}

describe('A40 emails of an organization with a brand', () => {
  test('carry its name, texts and support address, from the sign-in link on', async () => {
    await change(ann, {
      name: 'Elm Realty',
      supportEmail: 'help@elm.example',
      emailIntro: 'From your team at Elm',
      emailSignature: 'Elm Realty\nAgent Support',
    })
    const email = await requestLink(ann.email)
    expect(email).toMatchObject({
      subject: 'Your sign-in link for Elm Realty',
      from: { name: 'Elm Realty' },
      replyTo: 'help@elm.example',
    })
    expect(email.text).toMatch(
      /^From your team at Elm\n\nSign in to Elm Realty:\n\nhttp\S+\n\n.*\n\nElm Realty\nAgent Support\n\nPowered by Ninefold\n$/s,
    )
    await change(ann, { showsPoweredBy: false })
    expect((await requestLink(ann.email)).text).not.toContain('Ninefold')
  })

  test('are invitations and notices about security, too', async () => {
    await ann.request('POST', `/api/organizations/${ann.organizationId}/invitations`, {
      email: 'new@example.com',
      role: 'MEMBER',
    })
    const invitation = await lastEmail('new@example.com')
    expect(invitation).toMatchObject({
      subject: 'Join Company of ann@example.com on Elm Realty',
      from: { name: 'Elm Realty' },
    })
    expect(invitation.text).not.toContain('Ninefold')

    await app.services.secondFactor.sendEmail({ userId: ann.userId, change: 'off' })
    const notice = await lastEmail(ann.email)
    expect(notice).toMatchObject({ subject: 'Two-factor authentication is off: your Elm Realty account' })
    expect(notice.text).toContain('email help@elm.example right away')
    expect(notice.text).not.toContain('Ninefold')

    const { organizationId, userId } = ann
    await app.services.singleSignOn.sendBreakGlassEmails({
      organizationId,
      userId,
      at: '2026-11-20T10:00:00Z',
    })
    const exception = await lastEmail(ann.email)
    expect(exception.subject).toBe('An owner signed in without single sign-on: Elm Realty')
    expect(exception.text).not.toContain('Ninefold')
  })

  test('have the texts in HTML too, such as that of a dashboard', async () => {
    await change(ann, { emailIntro: 'From <Elm>', emailSignature: 'Elm Realty\nAgent Support' })
    const body = { name: 'Funnel', view: 'funnel', query: {} }
    const { json } = await ann.request('POST', '/api/analytics/dashboards', body)
    const { id } = json as { id: string }
    await ann.request('POST', `/api/analytics/dashboards/${id}/report/send`, { to: 'me' })
    const { html = '' } = await lastEmail(ann.email)
    expect(html).toMatch(/^<p>From &lt;Elm&gt;<\/p><div .+<\/div><p>Elm Realty<br>Agent Support<\/p>$/s)
  })

  test('are the product’s own for everyone else, and after a downgrade', async () => {
    const bo = await app.subscriber('bo@example.com')
    for (const address of [bo.email, 'stranger@example.com']) {
      const email = await requestLink(address)
      expect(email.subject).toBe('Your sign-in link for Ninefold')
      expect([email.from, email.replyTo, email.text.includes('Powered')]).toEqual([
        undefined,
        undefined,
        false,
      ])
    }
    await setPlan(app, ann, 'professional')
    expect((await requestLink(ann.email)).subject).toBe('Your sign-in link for Ninefold')
    await setPlan(app, ann, 'enterprise')
    expect((await requestLink(ann.email)).subject).toBe('Your sign-in link for Elm Realty')
  })
})

describe('A40 the sender address', () => {
  test('is used when SPF, DKIM and DMARC records are in place, and says what is missing until then', async () => {
    const cy = await enterprise(app, 'cy@example.com')
    const states = async () => (await brandOf(cy)).sender!.records.map(({ state }) => state)
    expect((await setSender(cy, 'Hello@Cypress.example')).json).toMatchObject({
      sender: { address: 'hello@cypress.example', isUsed: false, checkedAt: clock.now().toISOString() },
    })
    expect(await states()).toEqual(['missing', 'missing', 'missing'])
    const { records } = (await brandOf(cy)).sender!
    expect(records).toMatchObject([
      { kind: 'spf', name: 'cypress.example' },
      { kind: 'dkim', name: expect.stringMatching(/^mail-[0-9a-f]{10}\._domainkey\.cypress\.example$/) },
      { kind: 'dmarc', name: '_dmarc.cypress.example', value: 'v=DMARC1; p=none' },
    ])
    expect((await requestLink(cy.email)).from?.address).toBeUndefined()

    await publishRecords(cy)
    dns.zone['cypress.example'] = { TXT: ['v=spf1 -all'] }
    expect((await recheck(cy)).json).toMatchObject({ sender: { isUsed: false } })
    expect(await states()).toEqual(['wrong', 'ok', 'ok'])

    await publishRecords(cy)
    expect((await recheck(cy)).json).toMatchObject({ sender: { isUsed: true } })
    expect((await requestLink(cy.email)).from).toMatchObject({
      name: 'Ninefold',
      address: 'hello@cypress.example',
      dkim: { domainName: 'cypress.example' },
    })
  })

  test('is turned off when a record disappears, but not while the name server is silent', async () => {
    const di = await enterprise(app, 'di@example.com')
    await setSender(di, 'hello@dogwood.example')
    await publishRecords(di)
    await recheck(di)
    const isUsed = async () => (await brandOf(di)).sender!.isUsed
    const dayLater = async () => {
      clock.time += DAY_MS + 1000
      await app.services.brands.checkDueSenders()
      return isUsed()
    }
    dns.mode = 'fails'
    expect(await dayLater()).toBe(true)
    dns.mode = 'answers'
    delete dns.zone['_dmarc.dogwood.example']
    expect(await dayLater()).toBe(false)
    expect((await requestLink(di.email)).from?.address).toBeUndefined()
    const entries = await app.owner.rows<{ action: string; isUsed: string }>(
      `select action, details ->> 'isUsed' as is_used from audit_log
        where organization_id = $1 and action like 'brand.sender%' order by created_at`,
      [di.organizationId],
    )
    expect(entries.map(({ action, isUsed }) => `${action} ${isUsed}`)).toEqual([
      'brand.sender-set null',
      'brand.sender-checked true',
      'brand.sender-checked false',
    ])
  })

  test("needs the organization's own key, so that no other one can use the domain", async () => {
    const eve = await enterprise(app, 'eve@example.com')
    await setSender(eve, 'hello@cypress.example')
    expect((await brandOf(eve)).sender).toMatchObject({ isUsed: false })
    expect((await brandOf(eve)).sender!.records.map(({ state }) => state)).toEqual(['ok', 'missing', 'ok'])
  })

  test('keeps its key for another address of the domain and gets a new one for another domain', async () => {
    const fay = await enterprise(app, 'fay@example.com')
    const dkimOf = async (address: string) => {
      await setSender(fay, address)
      return (await brandOf(fay)).sender!.records[1]!.value
    }
    const first = await dkimOf('a@fir.example')
    expect(await dkimOf('b@fir.example')).toBe(first)
    expect(await dkimOf('b@pine.example')).not.toBe(first)
    await fay.request('DELETE', brandUrl(fay, '/sender'))
    expect((await brandOf(fay)).sender).toBeNull()
    expect((await recheck(fay)).status).toBe(404)
  })

  test.each([
    'a@elm.example\r\nBcc: b@evil.example',
    'a@elm.example, b@evil.example',
    'Elm <a@elm.example>',
    'a@elm.example>',
    'nobody',
    '"a b"@elm.example',
    'a@[192.0.2.1]',
    'a@localhost',
  ])('refuses %j', async (address) => {
    expect((await setSender(ann, address)).status).toBe(400)
  })

  test('keeps signing when the key of secrets is replaced, also after the old one is gone', async () => {
    const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
    const other = await openBrands({ dnsServer: dns.address, clock, secrets: createSecrets([oldKey]) })
    try {
      const hal = await enterprise(other.app, 'hal@example.com')
      await setSender(hal, 'hello@hazel.example')
      await publishRecords(hal)
      await recheck(hal)
      const brandsWith = (...keys: Buffer[]) =>
        brandsService(
          { ...other.app.platform, secrets: createSecrets(keys) },
          { readTxt: other.app.platform.resolver.resolveTxt },
        )
      const addressWith = async (...keys: Buffer[]) => {
        const organizationId = parseOrganizationId(hal.organizationId)
        const { complete } = await brandsWith(...keys).emailBrandOf(organizationId)
        return complete({ to: 'a@example.com', subject: 'A', text: 'B' }).from?.address
      }
      expect(await brandsWith(newKey).resealAll()).toEqual({ resealed: 0, unreadable: 1 })
      expect(await addressWith(newKey)).toBeUndefined()
      expect(await brandsWith(newKey, oldKey).resealAll()).toEqual({ resealed: 1, unreadable: 0 })
      expect(await brandsWith(newKey, oldKey).resealAll()).toEqual({ resealed: 0, unreadable: 0 })
      expect(await addressWith(newKey)).toBe('hello@hazel.example')
    } finally {
      await other.close()
    }
  })

  test('keeps its private key sealed in the database', async () => {
    const rows = await app.owner.rows<{ key: Buffer }>(
      'select sender_private_key as key from brands where sender_private_key is not null',
    )
    expect(rows.length).toBeGreaterThan(1)
    for (const { key } of rows) expect(key.includes(Buffer.from('2a864886f70d010101', 'hex'))).toBe(false)
  })
})

test('A40 a mail server gets a signed email from the address, with bounces to the operator', async () => {
  const server = await startMailServer()
  const gus = await enterprise(app, 'gus@example.com')
  await change(gus, { name: 'Grün & Söhne' })
  await setSender(gus, 'hello@gum.example')
  await publishRecords(gus)
  await recheck(gus)
  const email = await requestLink(gus.email)
  await smtpMailer(server.url, `Ninefold <support@${SERVER}>`).send(email)
  const [mail] = server.mails
  expect(mail).toMatchObject({ from: `support@${SERVER}`, to: [gus.email] })
  const head = mail!.text.split('\r\n\r\n')[0]!.replace(/\r\n\s+/g, ' ')
  expect(head).toMatch(/^From: =\?UTF-8\?.*\?= <hello@gum\.example>$/m)
  const signature = /^DKIM-Signature: (.*)$/m.exec(head)![1]!
  expect(signature).toContain('d=gum.example')
  expect(verifiesSignature(mail!.text, signature, (await brandOf(gus)).sender!.records[1]!.value)).toBe(true)
  await server.stop()
})

/** Checks a DKIM signature of the headers (relaxed) with the published record, as a receiver would. */
function verifiesSignature(message: string, signature: string, record: string): boolean {
  const tags = new Map(
    signature.split(';').map((tag) => [tag.trim().split('=')[0]!, tag.trim().replace(/^\w+=/, '')]),
  )
  const headers = message
    .split('\r\n\r\n')[0]!
    .replace(/\r\n(?=\s)/g, '')
    .split('\r\n')
  const relaxed = (line: string) => {
    const at = line.indexOf(':')
    return `${line.slice(0, at).toLowerCase().trim()}:${line
      .slice(at + 1)
      .replace(/\s+/g, ' ')
      .trim()}`
  }
  const signed = tags
    .get('h')!
    .split(':')
    .map((name) => headers.find((line) => line.toLowerCase().startsWith(`${name.trim().toLowerCase()}:`)))
    .filter((line) => line !== undefined)
    .map((line) => `${relaxed(line)}\r\n`)
  const own = relaxed(`dkim-signature: ${signature}`).replace(/(\bb=)[^;]*$/, '$1')
  const key = `-----BEGIN PUBLIC KEY-----\n${/p=(.+)$/.exec(record)![1]}\n-----END PUBLIC KEY-----`
  return createVerify('RSA-SHA256')
    .update(signed.join('') + own)
    .verify(key, tags.get('b')!.replace(/\s+/g, ''), 'base64')
}
