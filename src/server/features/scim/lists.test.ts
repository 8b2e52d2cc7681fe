import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { openScimClient, type ScimBody, type ScimClient } from '#test/builders/scim-client.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let app: TestApp
let acme: ScimClient
beforeAll(async () => {
  app = await createTestApp()
  acme = await openScimClient(app, 'owner@acme.com', 'acme.com')
})
afterAll(() => app.close())

test('A40 a privacy request finds and erases a person who has not joined yet', async () => {
  const plain = await openScimClient(app, 'owner@plain.com')
  const id = await plain.addUser('asker@elsewhere.com')
  await app.owner.run(`delete from invitations where email = 'asker@elsewhere.com'`)
  const reached = () =>
    app.owner.rows(`select invitations from privacy_reach('asker@elsewhere.com', null, null, 10)`)
  expect(await reached()).toEqual([{ invitations: 1 }])
  const organizationId = parseOrganizationId(plain.owner.organizationId)
  await app.db.tenant(organizationId, (tx) => app.services.scim.forgetAddress(tx, 'asker@elsewhere.com'))
  expect(await reached()).toEqual([])
  expect((await plain.send('GET', `/Users/${id}`)).status).toBe(404)
})

describe('A40 lists and versions', () => {
  test('have pages, filters and a choice of attributes', async () => {
    const client = await openScimClient(app, 'owner@pages.com', 'pages.com')
    for (const name of ['a', 'b', 'c']) await client.addUser(`${name}@pages.com`)
    const page = async (query: string) =>
      (await client.send('GET', `/Users?${query}`)).json as { Resources: ScimBody[] }
    const all = await page('count=500')
    expect(all).toMatchObject({ totalResults: 4, itemsPerPage: 4, startIndex: 1 })
    const [first, second] = [await page('startIndex=0&count=3'), await page('startIndex=4&count=3')]
    expect([...first.Resources, ...second.Resources]).toEqual(all.Resources)
    expect(await page('count=0')).toMatchObject({ totalResults: 4, Resources: [] })
    expect(await page('startIndex=99')).toMatchObject({ totalResults: 4, Resources: [] })
    const either = encodeURIComponent(
      '(userName eq "a@pages.com" or emails[type eq "work"].value eq "b@pages.com") and active eq true',
    )
    expect(
      (await page(`filter=${either}&attributes=userName,name.givenName`)).Resources.map(Object.keys),
    ).toEqual([
      ['schemas', 'id', 'userName'],
      ['schemas', 'id', 'userName'],
    ])
    const [without] = (await page('count=1&excludedAttributes=emails,meta')).Resources
    expect(Object.keys(without ?? {})).not.toContain('emails')
    expect(without).toHaveProperty('userName')
  })

  test.each([
    ['filter=userName%20co%20%22a%22', 'invalidFilter', "The operator co isn't supported; use eq"],
    ['filter=title%20eq%20%22a%22', 'invalidFilter', "Filters can't use title"],
    ['filter=constructor%20eq%20%22a%22', 'invalidFilter', "Filters can't use constructor"],
    ['filter=active%20eq%20%22yes%22', 'invalidFilter', 'Compare active with true or false'],
    ['filter=userName%20eq%207', 'invalidFilter', 'Compare username with a text in double quotes'],
    [
      'filter=userName%20eq%20%22%5Cu0000%22',
      'invalidValue',
      "The request contains a value that can't be stored",
    ],
    ['count=many', 'invalidValue', 'count must be a whole number'],
    [`attributes=${Array(51).fill('a').join()}`, 'invalidValue', 'Name at most 50 attributes'],
  ])('say what is wrong with %s', async (query, scimType, detail) => {
    const response = await acme.send('GET', `/Users?${query}`)
    expect([response.status, response.json]).toEqual([
      400,
      { schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '400', scimType, detail },
    ])
  })

  test('have weak ETags that guard changes', async () => {
    const id = await acme.addUser('tagged@acme.com')
    const read = await acme.send('GET', `/Users/${id}`)
    const etag = String(read.headers.etag)
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/)
    expect((await acme.send('GET', `/Users/${id}`, undefined, { 'if-none-match': etag })).status).toBe(304)
    const rename = (name: string, header: string) =>
      acme.send(
        'PATCH',
        `/Users/${id}`,
        { Operations: [{ op: 'add', path: 'displayName', value: name }] },
        { 'if-match': header },
      )
    const changed = await rename('One', etag)
    expect(changed.status).toBe(200)
    expect(changed.headers.etag).not.toBe(etag)
    expect([(await rename('Two', etag)).status, (await rename('Two', '*')).status]).toEqual([412, 200])
    expect((await acme.send('DELETE', `/Users/${id}`, undefined, { 'if-match': etag })).status).toBe(412)
  })
})
