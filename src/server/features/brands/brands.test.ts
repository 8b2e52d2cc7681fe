import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person, TestApp } from '#test/test-app.ts'
import { brandOf, brandUrl, enterprise, openBrands, setPlan, uploadTo } from '#test/workspaces/brands.ts'

let app: TestApp
let ann: Person
let close: () => Promise<void>
beforeAll(async () => {
  ;({ app, ann, close } = await openBrands())
})
afterAll(() => close())

const change = (person: Person, body: object) => person.request('PATCH', brandUrl(person), body)
const logo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()

const EMPTY = {
  isIncluded: true,
  name: null,
  accent: null,
  colors: null,
  supportEmail: null,
  showsPoweredBy: true,
  emailIntro: null,
  emailSignature: null,
  logo: null,
  favicon: null,
  sender: null,
}

test('A40 owners and admins set the brand, members and others cannot, and the audit log says what changed', async () => {
  const owner = await enterprise(app, 'audit@example.com')
  const admin = await app.member('admin@example.com', owner.organizationId, 'ADMIN')
  const member = await app.member('member@example.com', owner.organizationId, 'MEMBER')
  expect(await brandOf(owner)).toEqual(EMPTY)
  const input = {
    name: 'Elm Realty',
    accent: '#D4AF37',
    supportEmail: 'Help@elm.example',
    showsPoweredBy: false,
    emailIntro: 'From your team at Elm',
    emailSignature: 'Elm Realty\nAgent Support',
  }
  const response = await change(admin, input)
  expect(response).toMatchObject({
    status: 200,
    json: {
      ...input,
      accent: '#d4af37',
      supportEmail: 'help@elm.example',
      colors: { dark: '#d4af37', light: '#886c00' },
    },
  })
  expect((await change(member, { name: 'Mine' })).status).toBe(403)
  expect((await member.request('GET', brandUrl(owner))).status).toBe(403)
  expect((await ann.request('GET', brandUrl(owner))).status).toBe(404)
  expect((await ann.request('PATCH', brandUrl(owner), { name: 'Mine' })).status).toBe(404)
  await change(owner, { name: null })
  expect(await brandOf(owner)).toMatchObject({
    name: null,
    accent: '#d4af37',
    emailIntro: 'From your team at Elm',
  })
  const entries = await app.owner.rows(
    `select action, actor, details from audit_log where organization_id = $1 and action like 'brand.%' order by created_at`,
    [owner.organizationId],
  )
  expect(entries).toEqual([
    {
      action: 'brand.changed',
      actor: `user:${admin.userId}`,
      details: { fields: 'accent emailIntro emailSignature name showsPoweredBy supportEmail' },
    },
    { action: 'brand.changed', actor: `user:${owner.userId}`, details: { fields: 'name' } },
  ])
})

describe('A40 bad input', () => {
  test.each([
    ['an empty name', { name: '  ' }, 'Enter a name'],
    ['a long name', { name: 'x'.repeat(61) }, 'Use at most 60 characters'],
    ['a line break in the name', { name: 'Elm\r\nBcc: evil@example.com' }, 'Remove the control characters'],
    ['a bidi override in the name', { name: 'Elm \u202egnp' }, 'Remove the invisible characters'],
    ['a name of dots', { name: '...' }, 'Use at least one letter or digit'],
    ['a link as name', { name: 'https://evil.example' }, 'Use a name, not a link or an address'],
    ['an address as name', { name: 'Elm <a@evil.example>' }, 'Use a name, not a link or an address'],
    ['a CSS rule as color', { accent: '#fff;}body{display:none' }, 'Enter a color like #1a6cf0'],
    ['a CSS function as color', { accent: 'url(//evil.example)' }, 'Enter a color like #1a6cf0'],
    ['a color name', { accent: 'red' }, 'Enter a color like #1a6cf0'],
    ['a number as color', { accent: 5 }, 'Enter a color like #1a6cf0'],
    ['a pale color', { accent: '#fffacd' }, 'The nearest color that works is #'],
    ['a dark color', { accent: '#000000' }, 'The nearest color that works is #'],
    ['a gray', { accent: '#808080' }, 'The nearest color that works is #'],
    [
      'a header in the support address',
      { supportEmail: 'a@elm.example\r\nBcc: b@evil.example' },
      'valid email',
    ],
    ['a list of support addresses', { supportEmail: 'a@elm.example, b@evil.example' }, 'valid email'],
    ['a link in the intro', { emailIntro: 'See evil.example/login' }, 'Remove links'],
    ['an address in the signature', { emailSignature: 'Write to x@evil.example' }, 'Remove links'],
    ['an escape in the intro', { emailIntro: 'Hi \u001b[31m' }, 'Remove the control characters'],
    [
      'a bidi isolate in the signature',
      { emailSignature: 'Elm \u2067 x' },
      'Remove the invisible characters',
    ],
    ['a long signature', { emailSignature: 'x'.repeat(301) }, 'Use at most 300 characters'],
    ['an unknown field', { organizationId: 'x' }, ''],
    ['nothing', {}, 'Send at least one change'],
  ])('refuses %s and changes nothing', async (_, body, message) => {
    const before = await brandOf(ann)
    const response = await change(ann, body)
    expect(response).toMatchObject({ status: 400, json: { code: 'invalid' } })
    expect(response.text).toContain(message)
    expect(await brandOf(ann)).toEqual(before)
  })

  test('refuses a color with the nearest one that works, which it then accepts', async () => {
    const { text } = await change(ann, { accent: '#fffacd' })
    const nearest = /nearest color that works is (#[0-9a-f]{6})/.exec(text)![1]!
    expect((await change(ann, { accent: nearest })).status).toBe(200)
    await change(ann, { accent: null })
  })
})

describe('A40 the plan', () => {
  test('without Enterprise nothing can be set', async () => {
    const bo = await app.subscriber('bo@example.com')
    expect(await brandOf(bo)).toEqual({ ...EMPTY, isIncluded: false })
    const responses = [
      await change(bo, { name: 'Elm' }),
      await uploadTo(bo, '/logo', await logo()),
      await uploadTo(bo, '/favicon', await logo()),
      await bo.request('POST', brandUrl(bo, '/sender'), { address: 'hello@elm.example' }),
    ]
    for (const response of responses) {
      expect(response).toMatchObject({ status: 402, json: { code: 'payment_required' } })
      expect(response.text).toContain('Enterprise')
    }
    expect(await brandOf(bo)).toEqual({ ...EMPTY, isIncluded: false })
  })

  test('a downgrade shows the own brand no more but loses nothing, and an upgrade shows it again', async () => {
    const cy = await enterprise(app, 'cy@example.com')
    await change(cy, { name: 'Cypress', accent: '#7c3aed' })
    await uploadTo(cy, '/logo', await logo())
    const { url } = (await brandOf(cy)).logo!
    const shown = async () => JSON.parse((await cy.request('GET', '/manifest.webmanifest')).text)
    expect(await shown()).toMatchObject({ name: 'Cypress', theme_color: '#9365ff' })

    await setPlan(app, cy, 'professional')
    expect(await shown()).toMatchObject({ name: 'Ninefold', icons: [{ src: '/favicon.svg' }] })
    expect(await brandOf(cy)).toMatchObject({
      isIncluded: false,
      name: 'Cypress',
      accent: '#7c3aed',
      logo: { url },
    })

    await setPlan(app, cy, 'enterprise')
    await app.owner.run(`update organizations set subscription_status = 'canceled' where id = $1`, [
      cy.organizationId,
    ])
    expect(await shown()).toMatchObject({ name: 'Ninefold' })
    await app.owner.run(`update organizations set subscription_status = 'active' where id = $1`, [
      cy.organizationId,
    ])
    expect(await shown()).toMatchObject({ name: 'Cypress' })
  })
})

test("Trust 1 no organization sees or serves another one's brand", async () => {
  const di = await enterprise(app, 'di@example.com')
  await change(di, { name: 'Dogwood' })
  await uploadTo(di, '/logo', await logo())
  const { url } = (await brandOf(di)).logo!
  expect((await di.request('GET', url)).status).toBe(200)
  for (const request of [ann.request, app.visitor]) {
    expect((await request('GET', url)).status).toBe(404)
    expect((await request('GET', '/manifest.webmanifest')).text).not.toContain('Dogwood')
    const headers = { host: 'dogwood.example', 'x-forwarded-host': 'dogwood.example' }
    expect((await request('GET', '/manifest.webmanifest', undefined, headers)).text).not.toContain('Dogwood')
  }
})

test('A40 the archive of an organization has its brand and pictures, without the signing key', async () => {
  const rows = await app.owner.rows<{ kinds: string }>(
    `select string_agg(column_name, ' ' order by column_name) as kinds from information_schema.columns where table_name = 'brands'`,
  )
  expect(rows[0]!.kinds).toContain('sender_private_key')
  const { KIND_NAMES, columnsOf } = await import('#server/features/data-export/store/kinds.ts')
  expect(KIND_NAMES).toEqual(expect.arrayContaining(['brand', 'brand-images']))
  expect(columnsOf('brand')).toEqual(
    expect.arrayContaining(['name', 'accent', 'supportEmail', 'emailIntro', 'senderAddress']),
  )
  expect(columnsOf('brand').join(' ')).not.toMatch(/private/i)
})
