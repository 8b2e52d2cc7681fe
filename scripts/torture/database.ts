// Trust 19 and 21: the database stops, returns, hangs, is killed with the product, or its last reply is lost.
import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '#test/product/client.ts'
import { numberOf } from '#test/product/invariants.ts'
import { countKinds, isSuccess, pollUntil, post, send, sendContinuously } from '#test/product/load.ts'
import {
  createListCalls,
  createReadWriteCalls,
  creditsOf,
  enrichCall,
  listContactIds,
  newAddress,
  openOrganization,
  waitUntilSettled,
} from '../shared/people.ts'
import { type Finding, finding, type Scenario } from './scenario.ts'
import type { Stage, StagedProduct } from './stage.ts'

type Fault = {
  name: string
  cause(stage: Stage, product: StagedProduct): Promise<unknown>
  /** Limits of the longest response time, if the product keeps running, and of the time until it responds again. */
  maxResponseTime?: string
  maxRecoveryTime: string
}

/** Sends calls while something happens, until the product responds normally again. */
async function runUnderLoad(stage: Stage, product: StagedProduct, fault: Fault): Promise<Finding[]> {
  const organizations = [
    await openOrganization(product, { members: 6, contacts: 100 }),
    await openOrganization(product, { members: 6, contacts: 100 }),
  ]
  const stop = new AbortController()
  const next = createReadWriteCalls(organizations)
  const load = sendContinuously(product.url, { connections: 12, pauseMs: 30, next, signal: stop.signal })
  await wait(2000)
  await fault.cause(stage, product)
  const nextListCall = createListCalls(organizations)
  const recoveryMs = await pollUntil(
    async () => isSuccess(await send(product.url, nextListCall())),
    60_000,
    20,
  )
  await wait(2000)
  stop.abort()
  const results = await load
  console.log(`  ${countKinds(results)}`)
  const createResults = results.filter(({ status }) => status === 201)
  const ids = createResults.map(({ body }) => (JSON.parse(body) as { id: string }).id)
  const countStored = 'select count(*) from contacts where id = any($1::uuid[])'
  const lostCount = ids.length - (await numberOf(product.ownerUrl, countStored, [ids]))
  const unexpectedResults = results.filter((answer) => !isSuccess(answer) && answer.status !== 503)
  const maxSeconds = Math.max(...results.map(({ ms }) => ms)) / 1000
  const { name } = fault
  return [
    finding(21, `${name}: back after it is`, recoveryMs / 1000, fault.maxRecoveryTime),
    finding(19, `${name}: acknowledged writes`, ids.length, '≥ 10'),
    finding(19, `${name}: acknowledged writes lost`, lostCount, 0),
    ...(fault.maxResponseTime
      ? [
          finding(21, `${name}: answers other than done or 503`, unexpectedResults.length, 0),
          finding(21, `${name}: longest answer`, maxSeconds, fault.maxResponseTime),
        ]
      : []),
  ]
}

const waitForDatabase = ({ ownerUrl }: StagedProduct) =>
  pollUntil(async () => (await numberOf(ownerUrl, 'select 1')) === 1, 60_000, 20)

const FAULTS: Record<string, readonly Fault[]> = {
  'database-restart': [
    {
      name: 'database restarted',
      async cause({ postgres }) {
        await postgres.stop()
        await wait(2000)
        await postgres.start()
      },
      ...{ maxResponseTime: '≤ 5 s', maxRecoveryTime: '≤ 3 s' },
    },
    {
      name: 'database killed',
      async cause({ postgres }, product) {
        postgres.kill()
        await waitForDatabase(product)
      },
      ...{ maxResponseTime: '≤ 5 s', maxRecoveryTime: '≤ 3 s' },
    },
  ],
  'database-silent': [
    {
      name: 'database silent for 10 s',
      async cause(_, { proxy }) {
        proxy.blackHole(true)
        await wait(10_000)
        proxy.blackHole(false)
      },
      ...{ maxResponseTime: '≤ 25 s', maxRecoveryTime: '≤ 10 s' },
    },
  ],
  'kill-both': Array(3).fill({
    name: 'kill -9 of product and database',
    async cause({ postgres }, product) {
      postgres.kill()
      await product.end('SIGKILL')
      await waitForDatabase(product)
      await product.restart()
    },
    maxRecoveryTime: '≤ 60 s',
  } satisfies Fault),
}

export const databaseFaults = Object.entries(FAULTS).map(
  ([name, faults]): Scenario => ({
    ...{ name, seconds: 150 },
    async run(stage) {
      const product = await stage.startProduct()
      const findings: Finding[] = []
      for (const fault of faults) findings.push(...(await runUnderLoad(stage, product, fault)))
      return findings
    },
  }),
)

export const replyLost: Scenario = {
  name: 'reply-lost',
  seconds: 120,
  async run(stage) {
    const operatorEmail = 'operator@example.com'
    const product = await stage.startProduct({ ADMIN_EMAILS: operatorEmail })
    const { ownerUrl, url } = product
    const { id, members, client } = await openOrganization(product, { members: 2, contacts: 3 })
    const [member = {}] = members
    /** Sends a call, loses the reply to the commit of the transaction that names `after`, and repeats the call. */
    const sendTwice = async (marker: string, sendCall: () => Promise<{ status: number }>) => {
      const loss = product.proxy.loseReply({ marker, request: 'commit', reply: 'COMMIT' })
      const [firstResult] = await Promise.all([sendCall(), loss])
      return `${firstResult.status}, ${(await sendCall()).status}`
    }
    const email = 'lost.reply@example.com'
    const body = { firstName: 'Lost', lastName: 'Reply', email }
    const createStatuses = await sendTwice(email, () => post(url, '/api/contacts', body, member))
    const contactCount = await numberOf(ownerUrl, 'select count(*) from contacts where email = $1', [email])

    const operator = await signIn(product, operatorEmail, { 'x-forwarded-for': newAddress() })
    const requestId = crypto.randomUUID()
    const grant = { amount: 7, reason: 'Goodwill', requestId }
    const creditsBefore = await creditsOf(ownerUrl, id)
    const grantStatuses = await sendTwice(requestId, () =>
      operator.send('POST', `/api/admin/organizations/${id}/credits`, grant),
    )
    const balance = await creditsOf(ownerUrl, id)

    const [contact = ''] = await listContactIds(ownerUrl, id, 1)
    await sendTwice(contact, () => send(url, enrichCall(contact, member)))
    const settledMs = await waitUntilSettled(ownerUrl)
    const countMatches = `select count(*) from enrichments where contact_id = $1 and status = 'matched' and charged`
    const matchCount = await numberOf(ownerUrl, countMatches, [contact])
    const spentCredits = balance - (await creditsOf(ownerUrl, id))
    return [
      finding(19, 'reply lost after the commit of a contact: answers', createStatuses, '503, 409'),
      finding(19, 'contacts after both', contactCount, 1),
      finding(19, 'reply lost after the commit of a grant: answers', grantStatuses, '503, 200'),
      finding(19, 'credits granted by both', balance - creditsBefore, 7),
      finding(
        19,
        'reply lost after the start of an enrichment: credits spent',
        spentCredits,
        Math.min(matchCount, 1),
      ),
      finding(19, 'the enrichment ends by itself', settledMs / 1000, '≤ 60 s'),
      finding(19, 'the session goes on', (await client.send('GET', '/api/contacts?limit=1')).status, 200),
    ]
  },
}
