// Trust 20: a provider, the mail server and the model are unavailable, and only what needs them notices.
import { setTimeout as wait } from 'node:timers/promises'
import { startFakeModel } from '#test/fakes/language-model.ts'
import { startMailServer } from '#test/fakes/mail-server.ts'
import { KEYS, peopleDataLabs } from '#test/fakes/people-providers.ts'
import { createProviderServer } from '#test/fakes/provider-server.ts'
import {
  type CallResult,
  countKinds,
  isSuccess,
  p99,
  pollUntil,
  post,
  quantile,
  send,
  sendAtRate,
} from '#test/product/load.ts'
import {
  createListCalls,
  creditsOf,
  enrichCall,
  listContactIds,
  newAddress,
  openOrganization,
  waitUntilSettled,
} from '../shared/people.ts'
import { finding, type Scenario } from './scenario.ts'

const millisecondsOf = (results: readonly CallResult[]) => results.map(({ ms }) => ms)
const maxMsOf = (results: readonly CallResult[]) => Math.max(...millisecondsOf(results))
const medianMsOf = (results: readonly CallResult[]) => quantile(millisecondsOf(results), 0.5)

/** Sends calls one after another. */
async function sendSequentially(
  count: number,
  sendCall: (i: number) => Promise<CallResult>,
): Promise<CallResult[]> {
  const results: CallResult[] = []
  for (let i = 0; i < count; i++) results.push(await sendCall(i))
  return results
}
const sendConcurrently = (count: number, sendCall: (i: number) => Promise<CallResult>) =>
  Promise.all(Array.from({ length: count }, (_, i) => sendCall(i)))

const CONCURRENT_CALLS = 16
const OPEN_BREAKER_CALLS = 20

export const providerOutage: Scenario = {
  name: 'provider',
  seconds: 200,
  async run(stage) {
    const fake = await createProviderServer({ routes: [peopleDataLabs] })
    stage.after(() => fake.stop())
    const proxy = await stage.startProxy(fake.url)
    const settings = { PDL_API_KEY: KEYS.pdl, PDL_URL: `http://127.0.0.1:${proxy.port}` }
    const product = await stage.startProduct(settings)
    const { url, ownerUrl } = product
    const organization = await openOrganization(product, { members: 4, contacts: 80, isFindable: true })
    const bystanders = [await openOrganization(product, { members: 3, contacts: 200 })]
    const ids = await listContactIds(ownerUrl, organization.id, 80)
    const creditsBefore = await creditsOf(ownerUrl, organization.id)
    const enrich = (i: number) => send(url, enrichCall(ids[i] ?? '', organization.members[i % 4] ?? {}))
    const sendLists = () => sendAtRate(url, { perSecond: 40, seconds: 8, next: createListCalls(bystanders) })

    await sendLists() // warm-up
    const listsBefore = await sendLists()
    proxy.blackHole(true)
    const [enrichmentResults, listsDuring] = await Promise.all([
      sendConcurrently(CONCURRENT_CALLS, enrich),
      sendLists(),
    ])
    const listsAfter = await sendLists()
    const openBreakerResults = await sendSequentially(OPEN_BREAKER_CALLS, (i) => enrich(CONCURRENT_CALLS + i))
    console.log(
      `  given up: ${countKinds(enrichmentResults)}; open breaker: ${countKinds(openBreakerResults)}`,
    )
    const unfinished = enrichmentResults.filter(({ status }) => status === 503 || status === 202)
    const undisturbedP99 = (p99(listsBefore) + p99(listsAfter)) / 2
    proxy.blackHole(false)
    const recoveryMs = await pollUntil(async () => isSuccess(await enrich(40)), 60_000, 2000)
    await waitUntilSettled(ownerUrl)
    const spentCredits = creditsBefore - (await creditsOf(ownerUrl, organization.id))
    // The product gives a provider 12 s, and a caller who waits for other enrichments 30 s.
    return [
      finding(
        20,
        'a silent provider: first answer',
        Math.min(...millisecondsOf(enrichmentResults)) / 1000,
        '≤ 15 s',
      ),
      finding(
        20,
        `longest answer of ${CONCURRENT_CALLS} at once`,
        maxMsOf(enrichmentResults) / 1000,
        '≤ 31 s',
      ),
      finding(
        20,
        'enrichments rejected, or still waiting for their turn',
        unfinished.length,
        CONCURRENT_CALLS,
      ),
      finding(20, 'open breaker: middle answer', medianMsOf(openBreakerResults), '≤ 50 ms'),
      finding(20, 'open breaker: longest answer', maxMsOf(openBreakerResults), '≤ 50 ms'),
      // The machine's own noise is a few milliseconds.
      finding(20, 'p99 of lists meanwhile: longer by', p99(listsDuring) - undisturbedP99 * 1.1, '≤ 5 ms'),
      finding(20, 'lists refused meanwhile', listsDuring.filter((answer) => !isSuccess(answer)).length, 0),
      finding(20, 'provider back: first enrichment that succeeds', recoveryMs / 1000, '≤ 45 s'),
      finding(20, 'credits spent on all of it', spentCredits, 1),
    ]
  },
}

const RECIPIENT_COUNT = 12

export const mailOutage: Scenario = {
  name: 'mail',
  seconds: 150,
  async run(stage) {
    const server = await startMailServer()
    stage.after(() => server.stop())
    const proxy = await stage.startProxy(server.url.replace('smtp:', 'http:'))
    const { url } = await stage.startProduct({ SMTP_URL: `smtp://127.0.0.1:${proxy.port}` })
    const requestLink = (email: string) =>
      post(url, '/api/auth/request-magic-link', { email }, { 'x-forwarded-for': newAddress() })
    await requestLink('first@example.com')
    await proxy.refuse(true)
    const resultsWhileRefused = await sendConcurrently(RECIPIENT_COUNT / 2, (i) =>
      requestLink(`refused${i}@example.com`),
    )
    await wait(3000)
    await proxy.refuse(false)
    proxy.blackHole(true)
    const resultsWhileSilent = await sendConcurrently(RECIPIENT_COUNT / 2, (i) =>
      requestLink(`silent${i}@example.com`),
    )
    await wait(3000)
    proxy.blackHole(false)
    proxy.reset()
    const requests = [...resultsWhileRefused, ...resultsWhileSilent]
    const countRecipients = () => new Set(server.mails.flatMap(({ to }) => to)).size
    const recoveryMs = await pollUntil(async () => countRecipients() >= RECIPIENT_COUNT + 1, 90_000)
    return [
      finding(20, 'mail away: sign-in requests accepted', requests.filter(isSuccess).length, RECIPIENT_COUNT),
      finding(20, 'mail away: longest answer', maxMsOf(requests), '≤ 500 ms'),
      finding(20, 'mail back: all links are out', recoveryMs / 1000, '≤ 60 s'),
      finding(20, 'people who got their mail', countRecipients(), RECIPIENT_COUNT + 1),
    ]
  },
}

export const modelOutage: Scenario = {
  name: 'model',
  seconds: 150,
  async run(stage) {
    const model = await startFakeModel()
    stage.after(() => model.stop())
    const proxy = await stage.startProxy(model.url)
    const settings = { LLM_BASE_URL: `http://127.0.0.1:${proxy.port}/v1`, LLM_MODEL: 'fake' }
    const product = await stage.startProduct(settings)
    const { members } = await openOrganization(product, { members: 8 })
    const question = { message: 'How do I import a list of contacts?' }
    const askQuestion = (i: number) => post(product.url, '/api/chat', question, members[i])
    proxy.blackHole(true)
    const silentModel = await sendConcurrently(4, askQuestion)
    const openBreakerResults = await sendSequentially(4, (i) => askQuestion(i + 4))
    proxy.blackHole(false)
    model.reset()
    const receivesQuestion = async () => {
      await askQuestion(0)
      return model.requests.length > 0
    }
    const recoveryMs = await pollUntil(receivesQuestion, 60_000, 3000)
    const answeredCount = [...silentModel, ...openBreakerResults].filter(isSuccess).length
    return [
      finding(20, 'a silent model: longest answer', maxMsOf(silentModel) / 1000, '≤ 45 s'),
      finding(20, 'questions answered from the documentation instead', answeredCount, 8),
      finding(20, 'open breaker: middle answer', medianMsOf(openBreakerResults), '≤ 250 ms'),
      finding(20, 'model back: asked again', recoveryMs / 1000, '≤ 60 s'),
    ]
  },
}
