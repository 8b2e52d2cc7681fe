// Trust 19 and 21: the database goes, comes, dawdles, falls silent, or its last word is lost.
import { setTimeout as wait } from 'node:timers/promises'
import { signIn } from '#test/product/client.ts'
import { type Answer, countKinds, isGood, p99, send, sendAtRate, sendContinuously, until } from './load.ts'
import { creditsOf, enrichCall, waitUntilSettled } from './once.ts'
import { contactIds, listCalls, newAddress, openOrganization, readWriteCalls } from './people.ts'
import { atMost, equalTo, type Finding, type Scenario } from './scenario.ts'
import { queryNumber, type Stage, type StagedProduct } from './stage.ts'

const longest = (answers: readonly Answer[]) => Math.max(...answers.map(({ ms }) => ms))
/** Neither done nor refused for the moment. */
const wrong = (answers: readonly Answer[]) =>
  answers.filter((answer) => !isGood(answer) && answer.status !== 503)

/** Asks all the time while something happens, and until the product answers well again. */
async function runUnderLoad(product: StagedProduct, stage: Stage, happens: () => Promise<unknown>) {
  const organizations = [
    await openOrganization(product, { people: 6, contacts: 100 }),
    await openOrganization(product, { people: 6, contacts: 100 }),
  ]
  const stop = new AbortController()
  const next = readWriteCalls(organizations)
  const asking = sendContinuously(product.url, { connections: 12, pauseMs: 30, next, until: stop.signal })
  await wait(2000)
  const from = performance.now()
  await happens()
  const list = listCalls(organizations)
  const over = performance.now()
  const back = await until(async () => isGood(await send(product.url, list())), 40_000, 20)
  await wait(2000)
  stop.abort()
  const answers = await asking
  stage.say(`  ${countKinds(answers)}`)
  const made = answers
    .filter(({ status }) => status === 201)
    .map(({ body }) => (JSON.parse(body) as { id: string }).id)
  const kept = await queryNumber(
    product.ownerUrl,
    'select count(*) from contacts where id = any($1::uuid[])',
    [made],
  )
  return {
    back,
    during: answers.filter(({ at, ms }) => at + ms >= from && at < over + 1000),
    lost: made.length - kept,
    answers,
  }
}

export const databaseRestart: Scenario = {
  name: 'database-restart',
  seconds: 120,
  async run(stage) {
    const product = await stage.product()
    const { back, during, answers, lost } = await runUnderLoad(product, stage, async () => {
      await stage.postgres.stop()
      await wait(2000)
      await stage.postgres.start()
    })
    const killed = await runUnderLoad(product, stage, async () => {
      stage.postgres.kill()
      await until(async () => (await queryNumber(product.ownerUrl, 'select 1')) === 1, 60_000, 20)
    })
    return [
      ...restartFindings('database restarted', { back, during, answers, lost }),
      ...restartFindings('database killed', killed),
    ]
  },
}

function restartFindings(what: string, seen: Awaited<ReturnType<typeof runUnderLoad>>): Finding[] {
  return [
    equalTo(21, `${what}: answers other than done or 503`, wrong(seen.answers).length, 0),
    atMost(21, `${what}: longest answer`, longest(seen.during) / 1000, 5, 's'),
    atMost(21, `${what}: back after it is`, seen.back / 1000, 3, 's'),
    equalTo(19, `${what}: acknowledged writes lost`, seen.lost, 0),
  ]
}

const SILENT_S = 10

export const databaseSilent: Scenario = {
  name: 'database-silent',
  seconds: 150,
  async run(stage) {
    const product = await stage.product({}, { behind: 'proxy' })
    const proxy = stage.proxyOf(product)
    let health = 0
    const { back, answers, lost } = await runUnderLoad(product, stage, async () => {
      proxy.blackHole(true)
      await wait(SILENT_S * 1000)
      health = (await send(product.url, { path: '/healthz', headers: {} })).status
      proxy.blackHole(false)
    })
    return [
      equalTo(
        21,
        `a database that is silent for ${SILENT_S} s: answers other than done or 503`,
        wrong(answers).length,
        0,
      ),
      atMost(21, 'longest answer', longest(answers) / 1000, 25, 's'),
      equalTo(21, 'the process says meanwhile that it lives', health, 200),
      atMost(21, 'back after the database is', back / 1000, 10, 's'),
      equalTo(19, 'acknowledged writes lost', lost, 0),
    ]
  },
}

export const databaseSlow: Scenario = {
  name: 'database-slow',
  seconds: 90,
  async run(stage) {
    const product = await stage.product({}, { behind: 'proxy' })
    const organizations = [await openOrganization(product, { people: 4, contacts: 100 })]
    const paced = () => sendAtRate(product.url, { perSecond: 5, seconds: 8, next: listCalls(organizations) })
    const quick = await paced()
    stage.proxyOf(product).latency(100)
    const slow = await paced()
    stage.proxyOf(product).latency(0)
    stage.say(`  with 200 ms to the database and back: ${countKinds(slow)}`)
    const round = 200
    return [
      equalTo(
        21,
        'a database 200 ms away: lists refused',
        slow.filter((answer) => !isGood(answer)).length,
        0,
      ),
      atMost(21, 'p99 of lists, in round trips', (p99(slow) - p99(quick)) / round, 8),
    ]
  },
}

export const replyLost: Scenario = {
  name: 'reply-lost',
  seconds: 120,
  async run(stage) {
    const settings = { ADMIN_EMAILS: 'operator@example.com' }
    const product = await stage.product(settings, { behind: 'proxy' })
    const { id, people, client } = await openOrganization(product, { people: 2, contacts: 3 })
    const [who = {}] = people
    return [
      ...(await loseContact(stage, product, who)),
      ...(await loseCredits(stage, product, id)),
      ...(await loseEnrichment(stage, product, { id, who })),
      equalTo(19, 'the session goes on', (await client.send('GET', '/api/contacts?limit=1')).status, 200),
    ]
  },
}

const losing = (after: string) => ({ after, said: 'commit', answered: 'COMMIT' })

async function loseContact(stage: Stage, product: StagedProduct, who: Record<string, string>) {
  const email = 'lost.reply@example.com'
  const body = JSON.stringify({ firstName: 'Lost', lastName: 'Reply', email })
  const add = () => send(product.url, { method: 'POST', path: '/api/contacts', headers: who, body })
  const lost = stage.proxyOf(product).loseReply(losing(email))
  const [first] = await Promise.all([add(), lost])
  const second = await add()
  stage.say(`  a contact whose reply was lost: ${first.status}, then ${second.status}`)
  const rows = await queryNumber(product.ownerUrl, 'select count(*) from contacts where email = $1', [email])
  return [
    equalTo(19, 'reply lost after the commit of a contact: answer', first.status, 503),
    equalTo(19, 'after a second try: contacts', rows, 1),
  ]
}

async function loseCredits(stage: Stage, product: StagedProduct, organizationId: string) {
  const operator = await signIn(product, 'operator@example.com', { 'x-forwarded-for': newAddress() })
  const requestId = crypto.randomUUID()
  const body = { amount: 7, reason: 'Goodwill', requestId }
  const grant = () => operator.send('POST', `/api/admin/organizations/${organizationId}/credits`, body)
  const before = await creditsOf(product.ownerUrl, organizationId)
  const lost = stage.proxyOf(product).loseReply(losing(requestId))
  const [first] = await Promise.all([grant(), lost])
  const second = await grant()
  const added = (await creditsOf(product.ownerUrl, organizationId)) - before
  return [
    equalTo(
      19,
      'reply lost after the commit of a grant: answers',
      `${first.status}, ${second.status}`,
      '503, 200',
    ),
    equalTo(19, 'credits granted by both', added, 7),
  ]
}

async function loseEnrichment(
  stage: Stage,
  product: StagedProduct,
  { id, who }: { id: string; who: Record<string, string> },
) {
  const [contact = ''] = await contactIds(product.ownerUrl, id, 1)
  const before = await creditsOf(product.ownerUrl, id)
  const lost = stage.proxyOf(product).loseReply(losing(contact))
  const [first] = await Promise.all([send(product.url, enrichCall(contact, who)), lost])
  const second = await send(product.url, enrichCall(contact, who))
  const ended = await waitUntilSettled(product.ownerUrl)
  stage.say(`  an enrichment whose reply was lost: ${first.status}, then ${second.status}`)
  const matched = await queryNumber(
    product.ownerUrl,
    `select count(*) from enrichments where contact_id = $1 and status = 'matched' and charged`,
    [contact],
  )
  const spent = before - (await creditsOf(product.ownerUrl, id))
  return [
    equalTo(
      19,
      'reply lost after the reservation of an enrichment: credits spent',
      spent,
      Math.min(matched, 1),
    ),
    atMost(19, 'the enrichment ends by itself', ended / 1000, 60, 's'),
  ]
}
