import { afterEach, expect, test } from 'vitest'
import { linkIn, type ReceivedMail, startMailServer } from '#test/fakes/mail-server.ts'
import { waitForEmailedLink } from '#test/product/client.ts'
import { numberOf } from '#test/product/invariants.ts'
import { type Product, startProduct } from '#test/product/product.ts'
import { withServerClient } from '#test/server-client.ts'

/** The most detailed logging an operator can turn on. */
const ALL_LOGS = { LOG_LEVEL: 'debug', LOG_REQUESTS: '1' }
const WAIT = { timeout: 20_000 }

const cleanups: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of cleanups.splice(0).reverse()) await close()
})

async function start(settings: Record<string, string>): Promise<Product> {
  const product = await startProduct({ ...ALL_LOGS, ...settings })
  cleanups.push(product.stop)
  return product
}

/** Sends a call. @returns the whole response as text */
async function fetchResponseText(url: string, init: RequestInit = {}): Promise<string> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  return [response.status, ...response.headers, await response.text()].join('\n')
}

const requestLink = ({ url }: Product, email: string) =>
  fetchResponseText(`${url}/api/auth/request-magic-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })

/** Makes a statement fail with all its parameters. */
async function withTableUnavailable<T>(
  { database }: Product,
  table: string,
  work: () => Promise<T>,
): Promise<T> {
  const rename = (from: string, to: string) =>
    withServerClient(database.ownerUrl, (client) => client.query(`alter table ${from} rename to ${to}`))
  await rename(table, 'away')
  try {
    return await work()
  } finally {
    await rename('away', table)
  }
}

/** Every way to open an emailed link, including the one that signs in. */
async function openLinkEveryWay(product: Product, link: string): Promise<string[]> {
  const { pathname, search } = new URL(link)
  const page = `${product.url}${pathname}${search}`
  const openLink = `${product.url}/api/auth/verify-magic-link${search}`
  const failure = await withTableUnavailable(product, 'magic_link_tokens', () => fetchResponseText(openLink))
  const responses = [
    // The page contains its token once, to work without JavaScript, and nothing else does.
    (await fetchResponseText(page)).replace(/<noscript><a href="[^"]+"/, ''),
    await fetchResponseText(page, { method: 'HEAD' }),
    await fetchResponseText(page, { method: 'POST' }),
    await fetchResponseText(`${product.url}/auth/verify.data${search}`),
    await fetchResponseText(`${product.url}/api/no-such-call${search}`),
    await fetchResponseText(openLink, { headers: { purpose: 'prefetch' } }),
    await fetchResponseText(openLink, { method: 'DELETE' }),
    await fetchResponseText(`${openLink}%00`),
    await fetchResponseText(openLink, { headers: { referer: page } }),
    await fetchResponseText(openLink),
  ]
  expect(failure).toMatch(/^500\n/)
  expect(responses.at(-2)).toContain('/dashboard')
  expect(responses.at(-1)).toContain('/auth/verify?error=invalid_token')
  // The line of the last call is the last of the log.
  const countLogLines = () => linesWith(product, '"route":"/api/auth/verify-magic-link","status"').length
  await expect.poll(countLogLines, WAIT).toBe(5)
  expect(linesWith(product, 'Request failed')).toHaveLength(1)
  return [failure, ...responses]
}

const textsWith = (texts: readonly string[], token: string) =>
  texts.flatMap((text) => (text.includes(token) ? [text.slice(Math.max(0, text.indexOf(token) - 200))] : []))
const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''
const linesWith = (product: Product, text: string) =>
  product
    .output()
    .split('\n')
    .filter((line) => line.includes(text))

test('Trust 7 no log or response contains an emailed link: rejected by the mail server, delivered, opened or used', async () => {
  const mailServer = await startMailServer()
  cleanups.push(mailServer.stop)
  const product = await start({ SMTP_URL: mailServer.url })
  mailServer.refuse('addresses')
  const responses = [await requestLink(product, 'bob@example.com')]
  await expect.poll(() => linesWith(product, 'A job failed').length, WAIT).toBeGreaterThan(0)
  mailServer.refuse(false)
  responses.push(await requestLink(product, 'ann@example.com'))
  const linksOf = (emails: readonly ReceivedMail[], email: string) =>
    emails.filter(({ to }) => to.includes(email)).map(({ text }) => linkIn(text) ?? '')
  await expect.poll(() => linksOf(mailServer.mails, 'ann@example.com').length, WAIT).toBe(1)
  const links = [
    ...linksOf(mailServer.refusedEmails, 'bob@example.com'),
    ...linksOf(mailServer.mails, 'ann@example.com'),
  ]
  responses.push(...(await openLinkEveryWay(product, links.at(-1) ?? '')))
  expect(links.length).toBeGreaterThan(1)
  for (const token of links.map(tokenOf)) {
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(textsWith(responses, token)).toEqual([])
    expect(linesWith(product, token)).toEqual([])
    const jobs = `select count(*) from pgboss.job j where j::text like '%${token}%'`
    expect(await numberOf(product.database.ownerUrl, jobs)).toBe(0)
  }
  expect(linesWith(product, 'token=')).toEqual([])
}, 60_000)

test('Trust 7 without a mail server, a link appears only in the outbox and in one printed line', async () => {
  const product = await start({})
  const responses = [await requestLink(product, 'ann@example.com')]
  const link = await waitForEmailedLink(product, 'ann@example.com')
  responses.push(...(await openLinkEveryWay(product, link)))
  expect(textsWith(responses, tokenOf(link))).toEqual([])
  const [printedLine, ...otherLines] = linesWith(product, tokenOf(link))
  expect([printedLine, otherLines]).toEqual([link, []])
}, 60_000)
