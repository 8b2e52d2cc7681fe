// Trust 19 and 21: the database stops, returns, hangs, is killed with the product, or its last reply is lost.
import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '#test/product/client.ts'
import { numberOf } from '#test/product/invariants.ts'
import { countKinds, isGood, post, send, sendContinuously, until } from '#test/product/load.ts'
import {
  contactIds,
  creditsOf,
  enrichCall,
  listCalls,
  newAddress,
  openOrganization,
  readWriteCalls,
  waitUntilSettled,
} from '../shared/people.ts'
import { type Finding, finding, type Scenario } from './scenario.ts'
import type { Stage, StagedProduct } from './stage.ts'

type Fault = {
  what: string
  happens(stage: Stage, product: StagedProduct): Promise<unknown>
  /** Limits of the longest response time, if the product keeps running, and of the time until it responds again. */
  answer?: string
  back: string
}

/** Sends calls while something happens, until the product responds normally again. */
async function runUnderLoad(stage: Stage, product: StagedProduct, fault: Fault): Promise<Finding[]> {
  const organizations = [
    await openOrganization(product, { people: 6, contacts: 100 }),
    await openOrganization(product, { people: 6, contacts: 100 }),
  ]
  const stop = new AbortController()
  const next = readWriteCalls(organizations)
  const asking = sendContinuously(product.url, { connections: 12, pauseMs: 30, next, until: stop.signal })
  await wait(2000)
  await fault.happens(stage, product)
  const list = listCalls(organizations)
  const back = await until(async () => isGood(await send(product.url, list())), 60_000, 20)
  await wait(2000)
  stop.abort()
  const answers = await asking
  console.log(`  ${countKinds(answers)}`)
  const created = answers.filter(({ status }) => status === 201)
  const ids = created.map(({ body }) => (JSON.parse(body) as { id: string }).id)
  const isStored = 'select count(*) from contacts where id = any($1::uuid[])'
  const lost = ids.length - (await numberOf(product.ownerUrl, isStored, [ids]))
  const wrong = answers.filter((answer) => !isGood(answer) && answer.status !== 503)
  const longest = Math.max(...answers.map(({ ms }) => ms)) / 1000
  const { what } = fault
  return [
    finding(21, `${what}: back after it is`, back / 1000, fault.back),
    finding(19, `${what}: acknowledged writes`, ids.length, '≥ 10'),
    finding(19, `${what}: acknowledged writes lost`, lost, 0),
    ...(fault.answer
      ? [
          finding(21, `${what}: answers other than done or 503`, wrong.length, 0),
          finding(21, `${what}: longest answer`, longest, fault.answer),
        ]
      : []),
  ]
}

const isBack = ({ ownerUrl }: StagedProduct) =>
  until(async () => (await numberOf(ownerUrl, 'select 1')) === 1, 60_000, 20)

const FAULTS: Record<string, readonly Fault[]> = {
  'database-restart': [
    {
      what: 'database restarted',
      async happens({ postgres }) {
        await postgres.stop()
        await wait(2000)
        await postgres.start()
      },
      ...{ answer: '≤ 5 s', back: '≤ 3 s' },
    },
    {
      what: 'database killed',
      async happens({ postgres }, product) {
        postgres.kill()
        await isBack(product)
      },
      ...{ answer: '≤ 5 s', back: '≤ 3 s' },
    },
  ],
  'database-silent': [
    {
      what: 'database silent for 10 s',
      async happens(_, { proxy }) {
        proxy.blackHole(true)
        await wait(10_000)
        proxy.blackHole(false)
      },
      ...{ answer: '≤ 25 s', back: '≤ 10 s' },
    },
  ],
  'kill-both': Array(3).fill({
    what: 'kill -9 of product and database',
    async happens({ postgres }, product) {
      postgres.kill()
      await product.end('SIGKILL')
      await isBack(product)
      await product.restart()
    },
    back: '≤ 60 s',
  } satisfies Fault),
}

export const databaseFaults = Object.entries(FAULTS).map(
  ([name, faults]): Scenario => ({
    ...{ name, seconds: 150 },
    async run(stage) {
      const product = await stage.product()
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
    const product = await stage.product({ ADMIN_EMAILS: operatorEmail })
    const { ownerUrl, url } = product
    const { id, people, client } = await openOrganization(product, { people: 2, contacts: 3 })
    const [who = {}] = people
    /** Sends a call, loses the reply to the commit of the transaction that names `after`, and repeats the call. */
    const askTwice = async (after: string, ask: () => Promise<{ status: number }>) => {
      const lost = product.proxy.loseReply({ after, said: 'commit', answered: 'COMMIT' })
      const [first] = await Promise.all([ask(), lost])
      return `${first.status}, ${(await ask()).status}`
    }
    const email = 'lost.reply@example.com'
    const body = { firstName: 'Lost', lastName: 'Reply', email }
    const added = await askTwice(email, () => post(url, '/api/contacts', body, who))
    const contacts = await numberOf(ownerUrl, 'select count(*) from contacts where email = $1', [email])

    const operator = await signIn(product, operatorEmail, { 'x-forwarded-for': newAddress() })
    const requestId = crypto.randomUUID()
    const grant = { amount: 7, reason: 'Goodwill', requestId }
    const before = await creditsOf(ownerUrl, id)
    const granted = await askTwice(requestId, () =>
      operator.send('POST', `/api/admin/organizations/${id}/credits`, grant),
    )
    const balance = await creditsOf(ownerUrl, id)

    const [contact = ''] = await contactIds(ownerUrl, id, 1)
    await askTwice(contact, () => send(url, enrichCall(contact, who)))
    const ended = await waitUntilSettled(ownerUrl)
    const charged = `select count(*) from enrichments where contact_id = $1 and status = 'matched' and charged`
    const matched = await numberOf(ownerUrl, charged, [contact])
    const spent = balance - (await creditsOf(ownerUrl, id))
    return [
      finding(19, 'reply lost after the commit of a contact: answers', added, '503, 409'),
      finding(19, 'contacts after both', contacts, 1),
      finding(19, 'reply lost after the commit of a grant: answers', granted, '503, 200'),
      finding(19, 'credits granted by both', balance - before, 7),
      finding(19, 'reply lost after the start of an enrichment: credits spent', spent, Math.min(matched, 1)),
      finding(19, 'the enrichment ends by itself', ended / 1000, '≤ 60 s'),
      finding(19, 'the session goes on', (await client.send('GET', '/api/contacts?limit=1')).status, 200),
    ]
  },
}
