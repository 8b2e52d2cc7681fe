import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isUnknownPerson } from '#server/platform/providers/sample/persona.ts'
import { samplePeople } from '#server/platform/providers/sample/sample-people.ts'
import { openBrowser, type Person, waitForHydration } from '#test/browser/person.ts'
import { type Fleet, startFleet } from '#test/product/fleet.ts'
import { findBrokenInvariants, numberOf } from '#test/product/invariants.ts'
import { withServerClient } from '#test/server-client.ts'

const CSV_FILE = path.resolve(import.meta.dirname, '../data/plain-list.csv')
const EMAIL = 'ada.okafor@example.com'

let fleet: Fleet
let browser: Awaited<ReturnType<typeof openBrowser>>
let ada: Person
let page: Page
/** Path of Ada's checkout page. */
let checkoutPath = ''

beforeAll(async () => {
  const browserOpening = openBrowser()
  // Five processes start at once on an empty database, but schema, queues and content are created once.
  fleet = await startFleet(3, 2)
  browser = await browserOpening
  ada = await browser.newPerson()
  page = ada.page
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await fleet?.stop()
})

const countRows = (sql: string) => numberOf(fleet.database.ownerUrl, sql)
const webProcesses = () => fleet.members.filter(({ role }) => role === 'web')

/**
 * Sends requests to the web processes in turn, bypassing the proxy, each from a new network unless one is given. Repeats
 * a request at the next process if a busy one refuses it unread.
 */
let requestCount = 0
async function send(
  method: string,
  address: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { url } = webProcesses()[requestCount++ % webProcesses().length] ?? { url: '' }
  const network = `198.18.${Math.floor(requestCount / 250)}.${(requestCount % 250) + 1}`
  const response = await fetch(url + address, {
    method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': network,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (response.status !== 503 || !response.headers.has('retry-after')) return response
  await response.arrayBuffer()
  await wait(100)
  return send(method, address, body, { 'x-forwarded-for': network, ...headers })
}

const repeatConcurrently = <T>(repetitions: number, call: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: repetitions }, (_, i) => call(i)))

async function cookieOf(person: Person): Promise<{ cookie: string }> {
  const cookies = await person.page.context().cookies()
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}

test('Trust 24 three web processes and two workers take a user from sign-in to a paid workspace with contacts', async () => {
  await page.goto(fleet.url)
  await waitForHydration(page)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(EMAIL)
  await page.getByRole('button', { name: 'Send magic link' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goto(await fleet.waitForEmailedLink(EMAIL))
  await page.waitForURL('**/onboarding')
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Okafor')
  await page.getByLabel('Company Name').fill('Oak & Main Realty')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Choose Professional' }).click()
  await page.waitForURL('**/test-payments/**')
  checkoutPath = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.waitForURL('**/dashboard')
  await page.getByText('1,000 of 1,000 credits').waitFor()
})

test('Trust 21 24 no request fails while every process restarts during imports, searches and writes', async () => {
  const headers = await cookieOf(ada)
  const traffic = keepCalling(headers)
  const restarts = restartAll()
  await page.getByRole('button', { name: 'Import Contacts' }).click()
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(CSV_FILE)
  await page.getByRole('button', { name: 'Start import' }).click()
  await page.getByRole('dialog', { name: 'Import Complete' }).waitFor({ timeout: 200_000 })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByPlaceholder('Search contacts').fill('Stone')
  await page.waitForURL('**search=**')
  await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Stone' }).first().waitFor()
  const exits = await restarts
  const writeCount = await traffic.stop()
  expect(fleet.balancer.failures).toEqual([])
  expect(traffic.failures).toEqual([])
  expect(exits.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0])
  expect(Math.max(...exits.map(({ milliseconds }) => milliseconds))).toBeLessThan(10_000)
  expect(await countRows(`select count(*) from contacts where last_name = 'Written'`)).toBe(writeCount)
  expect(
    [...fleet.balancer.responseCounts.values()].filter((responseCount) => responseCount > 5),
  ).toHaveLength(3)
}, 240_000)

/** Reads and writes continuously through the proxy, as other members of the organization. */
function keepCalling(headers: Record<string, string>) {
  const failures: string[] = []
  let writeCount = 0
  let isOver = false
  const call = async (method: string, body?: object) => {
    const response = await fetch(`${fleet.url}/api/contacts`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    await response.arrayBuffer()
    if (!response.ok) failures.push(`${method} ${response.status}`)
    return response.ok
  }
  const callLoop = (async () => {
    while (!isOver) {
      await call('GET')
      if (await call('POST', { firstName: `N${writeCount}`, lastName: 'Written' })) writeCount += 1
      await wait(60) // within the rate limit of one user
    }
  })()
  return {
    failures,
    async stop() {
      isOver = true
      await callLoop
      return writeCount
    },
  }
}

/** Restarts one web process and one worker at a time, until all are done. */
async function restartAll() {
  const workers = fleet.members.filter(({ role }) => role === 'worker')
  const exits: { code: number | null; milliseconds: number }[] = []
  for (const [i, web] of webProcesses().entries()) {
    const worker = workers[i]
    exits.push(...(await Promise.all([web, ...(worker ? [worker] : [])].map((member) => member.restart()))))
  }
  return exits
}

test('Trust 24 a page receives changes of every process, whichever serves its stream', async () => {
  await page.getByPlaceholder('Search contacts').fill('Elsewhere')
  await page.getByRole('heading', { name: 'No contacts found' }).waitFor()
  const headers = await cookieOf(ada)
  for (let i = 0; i < 3; i++) {
    expect(
      (await send('POST', '/api/contacts', { firstName: `Web${i}`, lastName: 'Elsewhere' }, headers)).status,
    ).toBe(201)
    await page
      .getByRole('main')
      .getByRole('link', { name: `Web${i}` })
      .first()
      .waitFor()
  }
  expect(ada.consoleErrors.filter((text) => !text.includes('ERR_'))).toEqual([])
})

test('Trust 6 24 100 parallel uses of a link in three processes create exactly one session', async () => {
  const email = 'once@example.com'
  await send('POST', '/api/auth/request-magic-link', { email })
  const { search } = new URL(await fleet.waitForEmailedLink(email))
  const responses = await repeatConcurrently(100, () => send('GET', `/api/auth/verify-magic-link${search}`))
  const redirects = responses.map(({ status, headers }) => headers.get('location') ?? String(status))
  const rejectedRedirects = Array.from({ length: 99 }, () => '/auth/verify?error=invalid_token')
  expect(redirects.sort()).toEqual([...rejectedRedirects, '/dashboard'])
  const signedInResponses = responses.filter((response) =>
    response.headers.getSetCookie().some((line) => /^sid=[\w-]/.test(line)),
  )
  expect(signedInResponses).toHaveLength(1)
  expect(
    await countRows(
      `select count(*) from sessions s join users u on u.id = s.user_id where u.email = '${email}'`,
    ),
  ).toBe(1)
})

test('Trust 8 24 processes share the limits of sign-in links: 3 per address, 10 per network', async () => {
  const email = 'often@example.com'
  await repeatConcurrently(9, () => send('POST', '/api/auth/request-magic-link', { email }))
  const network = { 'x-forwarded-for': '203.0.113.7' }
  const responses = await repeatConcurrently(15, (i) =>
    send('POST', '/api/auth/request-magic-link', { email: `n${i}@example.com` }, network),
  )
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(10)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(5)
  await expect
    .poll(
      () =>
        countRows(
          `select count(*) from pgboss.job where name = 'send-sign-in-mail' and state in ('created', 'active', 'retry')`,
        ),
      { timeout: 15_000 },
    )
    .toBe(0)
  expect(
    await countRows(`select count(*) from magic_link_tokens where email = '${email}'`),
  ).toBeLessThanOrEqual(3)
  expect(fleet.output().split(`Email to ${email}:`)).toHaveLength(4)
})

test('Trust 16 24 payment events sent 51 times to three processes make one grant and one subscription', async () => {
  const responses = await repeatConcurrently(50, () => send('POST', `${checkoutPath}/pay`))
  expect(responses.filter(({ status }) => status === 303)).toHaveLength(50)
  expect(await countRows(`select count(*) from credit_ledger where operation = 'grant'`)).toBe(1)
  expect(await countRows(`select count(*) from subscriptions where status = 'active'`)).toBe(1)
  expect(await findBrokenInvariants(fleet.database.ownerUrl)).toEqual([])
})

test('Trust 18 24 200 parallel enrichments in three processes with 10 credits enrich exactly 10 contacts', async () => {
  const headers = await cookieOf(ada)
  const people = samplePeople(400, 'ten').filter((person) => !isUnknownPerson(person))
  const lines = people
    .slice(0, 200)
    .map(({ firstName, lastName, email, phone }) => [firstName, lastName, email, phone].join())
  const file = `First Name,Last Name,Email,Phone\n${lines.join('\n')}`
  const response = await fetch(`${fleet.url}/api/contacts/import/csv?enrich=0`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/plain' },
    body: file,
  })
  expect(response.status).toBe(200)
  const { importId } = (await response.json()) as { importId: string }
  const { ownerUrl } = fleet.database
  // Enrichments of the first import are done; their refunds would add credits.
  await expect
    .poll(() => countRows(`select count(*) from enrichments where finished_at is null`), { timeout: 60_000 })
    .toBe(0)
  const ids: string[] = []
  await withServerClient(ownerUrl, async (client) => {
    await client.query(`with old as (select id, credits from organizations),
      spent as (insert into credit_ledger (organization_id, amount, operation, idempotency_key)
        select id, 10 - credits, 'adjust', 'test:ten left' from old)
      update organizations set credits = 10`)
    const imported = await client.query<{ id: string }>('select id from contacts where import_id = $1', [
      importId,
    ])
    ids.push(...imported.rows.map(({ id }) => id))
  })
  expect(ids).toHaveLength(200)
  const responses = await repeatConcurrently(200, (i) =>
    send('POST', `/api/contacts/${ids[i]}/enrich`, undefined, headers),
  )
  const statuses = responses.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(190).fill(402)])
  expect(await countRows('select sum(credits) from organizations')).toBe(0)
  expect(await findBrokenInvariants(ownerUrl)).toEqual([])
  expect(fleet.balancer.failures).toEqual([])
}, 120_000)
