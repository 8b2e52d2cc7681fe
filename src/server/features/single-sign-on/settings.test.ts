import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection } from '#contract/single-sign-on.ts'
import { createCertificate } from '#test/fakes/certificate.ts'
import { createSigningKey, providerMetadata } from '#test/fakes/identity-providers/saml-documents.ts'
import { openSingleSignOn, type SingleSignOnKit } from '#test/workspaces/single-sign-on.ts'

let kit: SingleSignOnKit
beforeAll(async () => {
  kit = await openSingleSignOn()
})
afterAll(() => kit?.app.close())

const key = createSigningKey()
const METADATA = providerMetadata('https://idp.test/entity', 'https://idp.test/sso', key)

describe('A40 setting up connections', () => {
  test('starts with a name, shows what to enter at the provider, and is complete before it is on', async () => {
    const { owner, path } = await kit.newOrganization()
    const created = (await owner.request('POST', path, { kind: 'saml', name: 'Entra' })).json as Connection
    expect(created).toMatchObject({
      ...{ isOn: false, isForced: false, addsMembers: true, defaultRole: 'MEMBER', defaultAccess: 'all' },
      urls: { acs: `http://localhost:3000/api/auth/sso/${created.id}/acs` },
    })
    const turnOn = () => owner.request('PATCH', `${path}/${created.id}`, { isOn: true })
    expect((await turnOn()).json).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('metadata'),
    })
    expect((await owner.request('POST', `${path}/${created.id}/test`)).status).toBe(409)
    const changed = await owner.request('PATCH', `${path}/${created.id}`, { metadata: METADATA })
    expect(changed.json).toMatchObject({
      issuer: 'https://idp.test/entity',
      signInUrl: 'https://idp.test/sso',
      certificates: [{ fingerprint: expect.stringMatching(/^[\dA-F:]{95}$/) }],
    })
    expect((await turnOn()).status).toBe(200)
  })

  test('reads a bare certificate and a PEM as the same', async () => {
    const { owner, path } = await kit.newOrganization()
    const bare = key.cert.replace(/-----[A-Z ]+-----|\s/g, '')
    const created = await owner.request('POST', path, {
      ...{ kind: 'saml', name: 'Entra', entityId: 'urn:idp', signInUrl: 'https://idp.test/sso' },
      certificates: [bare, key.cert],
    })
    const [first, second] = (created.json as Connection).certificates
    expect(first).toEqual(second)
  })

  const BASE = { kind: 'saml', name: 'Entra' }
  const OIDC = { kind: 'oidc', name: 'Okta' }
  test.each<[string, object, string]>([
    ['a certificate that is none', { ...BASE, certificates: ['hello'] }, 'certificates'],
    [
      'a weak or other key',
      { ...BASE, certificates: [createCertificate(['idp.test']).cert] },
      'certificates',
    ],
    ['metadata that is none', { ...BASE, metadata: '<a/>' }, 'metadata'],
    [
      'metadata with entities',
      { ...BASE, metadata: `<!DOCTYPE a [<!ENTITY x "y">]>${METADATA}` },
      'metadata',
    ],
    [
      'metadata that leads to a script',
      { ...BASE, metadata: METADATA.replace('https://idp.test/sso', 'javascript:alert(1)') },
      'metadata',
    ],
    ['a page that is a script', { ...BASE, signInUrl: 'javascript:alert(1)' }, 'signInUrl'],
    ['an issuer that is no URL', { ...OIDC, issuer: 'okta' }, 'issuer'],
    ['an issuer with a query', { ...OIDC, issuer: 'https://idp.test/?a=b' }, 'issuer'],
    ['an issuer with a password', { ...OIDC, issuer: 'https://a:b@idp.test/' }, 'issuer'],
    [
      'an issuer that everyone matches',
      { ...OIDC, issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0' },
      'issuer',
    ],
    [
      'the issuer of all tenants',
      { ...OIDC, issuer: 'https://login.microsoftonline.com/common/v2.0' },
      'issuer',
    ],
    ['a domain that is not proven', { ...OIDC, domains: ['gmail.com'] }, 'domains'],
    ['settings of SAML', { ...OIDC, metadata: METADATA }, 'metadata'],
    ['an owner as the default', { ...OIDC, defaultRole: 'OWNER' }, 'defaultRole'],
  ])('refuses %s, and adds nothing', async (_, input, field) => {
    const { owner, path } = await kit.newOrganization()
    const refused = await owner.request('POST', path, input)
    expect(refused.status).toBe(400)
    const { fields = {}, message } = refused.json as { fields?: object; message: string }
    expect(`${Object.keys(fields)} ${message}`).toMatch(new RegExp(field, 'i'))
    expect((await kit.readSettings({ owner, path })).connections).toEqual([])
  })

  test('gives a domain to one connection, and ten connections to an organization', async () => {
    const { owner, path, domain } = await kit.newOrganization()
    const add = (settings: object = {}) => owner.request('POST', path, { ...OIDC, ...settings })
    expect((await add({ domains: [domain] })).status).toBe(201)
    expect(await add({ domains: [domain] })).toMatchObject({
      status: 409,
      json: { fields: { domains: expect.any(String) } },
    })
    for (let i = 1; i < 10; i++) expect((await add()).status).toBe(201)
    expect((await add()).status).toBe(409)
    expect((await kit.readSettings({ owner, path })).connections).toHaveLength(10)
  })

  test("names only the organization's own owners as exceptions", async () => {
    const [own, other] = [await kit.newOrganization(), await kit.newOrganization()]
    const admin = await kit.app.member(`a@${own.domain}`, own.owner.organizationId, 'ADMIN')
    for (const userId of [other.owner.userId, admin.userId])
      expect(await own.owner.request('PATCH', own.path, { breakGlass: [userId] })).toMatchObject({
        status: 400,
      })
    for (const person of [admin, other.owner])
      expect((await person.request('GET', own.path)).status).toBe(person === admin ? 403 : 404)
  })

  test('works without a subscription', async () => {
    const { owner, path } = await kit.newOrganization()
    await kit.app.owner.run(`update organizations set subscription_status = 'canceled' where id = $1`, [
      owner.organizationId,
    ])
    expect((await owner.request('POST', path, OIDC)).status).toBe(201)
  })
})
