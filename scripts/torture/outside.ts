// Trust 20: a provider, the mail server and the model are unavailable, and only what needs them notices.
import { setTimeout as wait } from 'node:timers/promises'
import { startFakeModel } from '#test/fakes/language-model.ts'
import { startMailServer } from '#test/fakes/mail-server.ts'
import { KEYS, peopleDataLabs } from '#test/fakes/people-providers.ts'
import { createProviderServer } from '#test/fakes/provider-server.ts'
import {
  type Answer,
  countKinds,
  isGood,
  p99,
  post,
  quantile,
  send,
  sendAtRate,
  until,
} from '#test/product/load.ts'
import {
  contactIds,
  creditsOf,
  enrichCall,
  listCalls,
  newAddress,
  openOrganization,
  waitUntilSettled,
} from '../shared/people.ts'
import { finding, type Scenario } from './scenario.ts'

const times = (answers: readonly Answer[]) => answers.map(({ ms }) => ms)
const longest = (answers: readonly Answer[]) => Math.max(...times(answers))
const middle = (answers: readonly Answer[]) => quantile(times(answers), 0.5)

/** Sends calls one after another. */
async function inTurn(count: number, ask: (i: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let i = 0; i < count; i++) answers.push(await ask(i))
  return answers
}
const atOnce = (count: number, ask: (i: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, i) => ask(i)))

const AT_ONCE = 16
const QUICK = 20

export const providerOutage: Scenario = {
  name: 'provider',
  seconds: 200,
  async run(stage) {
    const fake = await createProviderServer({ routes: [peopleDataLabs] })
    stage.after(() => fake.stop())
    const proxy = await stage.proxy(fake.url)
    const settings = { PDL_API_KEY: KEYS.pdl, PDL_URL: `http://127.0.0.1:${proxy.port}` }
    const product = await stage.product(settings)
    const { url, ownerUrl } = product
    const asking = await openOrganization(product, { people: 4, contacts: 80, hosts: true })
    const others = [await openOrganization(product, { people: 3, contacts: 200 })]
    const ids = await contactIds(ownerUrl, asking.id, 80)
    const before = await creditsOf(ownerUrl, asking.id)
    const enrich = (i: number) => send(url, enrichCall(ids[i] ?? '', asking.people[i % 4] ?? {}))
    const paced = () => sendAtRate(url, { perSecond: 40, seconds: 8, next: listCalls(others) })

    await paced() // warm
    const quiet = await paced()
    proxy.blackHole(true)
    const [given, meanwhile] = await Promise.all([atOnce(AT_ONCE, enrich), paced()])
    const quietAgain = await paced()
    const quick = await inTurn(QUICK, (i) => enrich(AT_ONCE + i))
    console.log(`  given up: ${countKinds(given)}; open breaker: ${countKinds(quick)}`)
    const givenUp = given.filter(({ status }) => status === 503 || status === 202)
    const calm = (p99(quiet) + p99(quietAgain)) / 2
    proxy.blackHole(false)
    const back = await until(async () => isGood(await enrich(40)), 60_000, 2000)
    await waitUntilSettled(ownerUrl)
    const spent = before - (await creditsOf(ownerUrl, asking.id))
    // The product gives a provider 12 s, and a caller who waits for other enrichments 30 s.
    return [
      finding(20, 'a silent provider: first answer', Math.min(...times(given)) / 1000, '≤ 15 s'),
      finding(20, `longest answer of ${AT_ONCE} at once`, longest(given) / 1000, '≤ 31 s'),
      finding(20, 'enrichments rejected, or still waiting for their turn', givenUp.length, AT_ONCE),
      finding(20, 'open breaker: middle answer', middle(quick), '≤ 50 ms'),
      finding(20, 'open breaker: longest answer', longest(quick), '≤ 50 ms'),
      // A few milliseconds are noise of the machine.
      finding(20, 'p99 of lists meanwhile: longer by', p99(meanwhile) - calm * 1.1, '≤ 5 ms'),
      finding(20, 'lists refused meanwhile', meanwhile.filter((answer) => !isGood(answer)).length, 0),
      finding(20, 'provider back: first enrichment that succeeds', back / 1000, '≤ 45 s'),
      finding(20, 'credits spent on all of it', spent, 1),
    ]
  },
}

const PEOPLE = 12

export const mailOutage: Scenario = {
  name: 'mail',
  seconds: 150,
  async run(stage) {
    const server = await startMailServer()
    stage.after(() => server.stop())
    const proxy = await stage.proxy(server.url.replace('smtp:', 'http:'))
    const { url } = await stage.product({ SMTP_URL: `smtp://127.0.0.1:${proxy.port}` })
    const ask = (email: string) =>
      post(url, '/api/auth/request-magic-link', { email }, { 'x-forwarded-for': newAddress() })
    await ask('first@example.com')
    await proxy.refuse(true)
    const refused = await atOnce(PEOPLE / 2, (i) => ask(`refused${i}@example.com`))
    await wait(3000)
    await proxy.refuse(false)
    proxy.blackHole(true)
    const silent = await atOnce(PEOPLE / 2, (i) => ask(`silent${i}@example.com`))
    await wait(3000)
    proxy.blackHole(false)
    proxy.reset()
    const requested = [...refused, ...silent]
    const arrived = () => new Set(server.mails.flatMap(({ to }) => to)).size
    const back = await until(async () => arrived() >= PEOPLE + 1, 90_000)
    return [
      finding(20, 'mail away: sign-in requests accepted', requested.filter(isGood).length, PEOPLE),
      finding(20, 'mail away: longest answer', longest(requested), '≤ 500 ms'),
      finding(20, 'mail back: all links are out', back / 1000, '≤ 60 s'),
      finding(20, 'people who got their mail', arrived(), PEOPLE + 1),
    ]
  },
}

export const modelOutage: Scenario = {
  name: 'model',
  seconds: 150,
  async run(stage) {
    const model = await startFakeModel()
    stage.after(() => model.stop())
    const proxy = await stage.proxy(model.url)
    const settings = { LLM_BASE_URL: `http://127.0.0.1:${proxy.port}/v1`, LLM_MODEL: 'fake' }
    const product = await stage.product(settings)
    const { people } = await openOrganization(product, { people: 8 })
    const question = { message: 'How do I import a list of contacts?' }
    const ask = (i: number) => post(product.url, '/api/chat', question, people[i])
    proxy.blackHole(true)
    const first = await atOnce(4, ask)
    const later = await inTurn(4, (i) => ask(i + 4))
    proxy.blackHole(false)
    model.reset()
    const isAsked = async () => {
      await ask(0)
      return model.requests.length > 0
    }
    const back = await until(isAsked, 60_000, 3000)
    const answered = [...first, ...later].filter(isGood).length
    return [
      finding(20, 'a silent model: longest answer', longest(first) / 1000, '≤ 45 s'),
      finding(20, 'questions answered from the documentation instead', answered, 8),
      finding(20, 'open breaker: middle answer', middle(later), '≤ 250 ms'),
      finding(20, 'model back: asked again', back / 1000, '≤ 60 s'),
    ]
  },
}
