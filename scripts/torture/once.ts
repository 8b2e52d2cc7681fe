// Trust 18: whatever comes at once, a credit is spent once.
import { setTimeout as wait } from 'node:timers/promises'
import { type Answer, countKinds, isGood, send, until } from './load.ts'
import { contactIds, openOrganization, setCredits } from './people.ts'
import { startProvider } from './provider.ts'
import { equalTo, type Finding, type Scenario } from './scenario.ts'
import { queryNumber } from './stage.ts'

const CONTACTS = 200
const CREDITS = 10
const COPIES = 50
/** Maximum time for retries after a rate limit. */
const TIMEOUT_MS = 30_000

export const once: Scenario = {
  name: 'once',
  seconds: 150,
  async run(stage) {
    const provider = await startProvider(stage)
    const product = await stage.product(provider.settings)
    provider.proxy.latency(50)
    const wish = { people: 10, contacts: CONTACTS, credits: CREDITS, hosts: true }
    const many = await openOrganization(product, wish)
    const ids = await contactIds(product.ownerUrl, many.id, CONTACTS)
    const answers = await Promise.all(
      ids.map((id, i) => sendUntilServed(product.url, id, many.people[i % many.people.length] ?? {})),
    )
    stage.say(`  ${CONTACTS} at once: ${countKinds(answers)}`)
    await waitUntilSettled(product.ownerUrl)
    const findings: Finding[] = [
      equalTo(
        18,
        `${CONTACTS} enrichments at once, ${CREDITS} credits: found`,
        await countMatched(product.ownerUrl, many.id),
        CREDITS,
      ),
      equalTo(18, 'of them answered with the contact', answers.filter(isGood).length, CREDITS),
      equalTo(18, 'credits left', await creditsOf(product.ownerUrl, many.id), 0),
    ]

    const one = await openOrganization(product, { people: 5, contacts: 1, credits: COPIES, hosts: true })
    const [id = ''] = await contactIds(product.ownerUrl, one.id, 1)
    const copies = await Promise.all(
      Array.from({ length: COPIES }, (_, i) => send(product.url, enrichCall(id, one.people[i % 5] ?? {}))),
    )
    stage.say(`  one contact ${COPIES} times: ${countKinds(copies)}`)
    await waitUntilSettled(product.ownerUrl)
    const spent = COPIES - (await creditsOf(product.ownerUrl, one.id))
    findings.push(equalTo(18, `one contact enriched ${COPIES} times at once: charged`, spent, 1))
    await setCredits(product.ownerUrl, one.id, 0)
    return findings
  },
}

export const enrichCall = (id: string, headers: Record<string, string>) => ({
  method: 'POST',
  path: `/api/contacts/${id}/enrich`,
  headers,
})

async function sendUntilServed(url: string, id: string, headers: Record<string, string>): Promise<Answer> {
  const deadline = Date.now() + TIMEOUT_MS
  for (;;) {
    const answer = await send(url, enrichCall(id, headers))
    const isRefused = answer.status === 429 || (answer.status === 503 && answer.retryAfter)
    if (!isRefused || Date.now() > deadline) return answer
    await wait(Math.min(Number(answer.retryAfter) || 1, 5) * 1000)
  }
}

export const creditsOf = (ownerUrl: string, id: string) =>
  queryNumber(ownerUrl, 'select credits from organizations where id = $1', [id])

const countMatched = (ownerUrl: string, id: string) =>
  queryNumber(
    ownerUrl,
    `select count(*) from enrichments where organization_id = $1 and status = 'matched'`,
    [id],
  )

const OPEN = `select count(*) from enrichments where status in ('waiting', 'queued', 'running')`

/** Waits until no enrichment is running. @returns milliseconds, infinite when they did not end in a minute */
export const waitUntilSettled = (ownerUrl: string) =>
  until(async () => (await queryNumber(ownerUrl, OPEN)) === 0, 60_000)
