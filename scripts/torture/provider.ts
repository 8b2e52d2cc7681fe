// Trust 20: others fail, and only what needs them notices.
import { KEYS, peopleDataLabs } from '#test/fakes/people-providers.ts'
import { createProviderServer } from '#test/fakes/provider-server.ts'
import { countKinds, isGood, p99, quantile, send, sendAtRate, until } from './load.ts'
import { creditsOf, enrichCall, waitUntilSettled } from './once.ts'
import { contactIds, listCalls, openOrganization } from './people.ts'
import { atMost, equalTo, type Finding, type Scenario } from './scenario.ts'
import { queryNumber, type Stage } from './stage.ts'

/** The product gives a provider 12 s, and a caller who waits for other enrichments 30 s. */
const GIVEN_UP_WITHIN_S = 15
const ANSWER_WITHIN_S = 31
const AT_ONCE = 16
const QUICK = 20

/** A provider that knows everybody, behind a proxy, and the settings of a product that asks it. */
export async function startProvider(stage: Stage) {
  const fake = await createProviderServer({ routes: [peopleDataLabs] })
  stage.after(() => fake.stop())
  const proxy = await stage.proxy(fake.url)
  const settings = { PDL_API_KEY: KEYS.pdl, PDL_URL: `http://127.0.0.1:${proxy.port}` }
  return { proxy, settings }
}

const IN_TRANSACTION = `select count(*) from pg_stat_activity
  where datname = current_database() and application_name = 'ninefold' and state like 'idle in transaction%'`

export const providerOutage: Scenario = {
  name: 'provider',
  seconds: 200,
  async run(stage) {
    const { proxy, settings } = await startProvider(stage)
    const product = await stage.product(settings)
    const asking = await openOrganization(product, { people: 4, contacts: 80, hosts: true })
    const others = [await openOrganization(product, { people: 3, contacts: 200 })]
    const ids = await contactIds(product.ownerUrl, asking.id, 80)
    const before = await creditsOf(product.ownerUrl, asking.id)
    const look = (i: number) =>
      send(product.url, enrichCall(ids[i] ?? '', asking.people[i % asking.people.length] ?? {}))
    const paced = () => sendAtRate(product.url, { perSecond: 40, seconds: 8, next: listCalls(others) })

    await paced() // warm
    const quiet = await paced()
    proxy.blackHole(true)
    const waiting = Promise.all(Array.from({ length: AT_ONCE }, (_, i) => look(i)))
    const held: number[] = []
    const watch = setInterval(() => {
      queryNumber(product.ownerUrl, IN_TRANSACTION).then(
        (count) => held.push(count),
        () => {},
      )
    }, 100)
    const meanwhile = await paced()
    const given = await waiting
    clearInterval(watch)
    const quietAgain = await paced()
    stage.say(`  given up: ${countKinds(given)}; lists: ${countKinds(meanwhile)}`)
    const quick = []
    for (let i = 0; i < QUICK; i++) quick.push(await look(AT_ONCE + i))
    stage.say(`  with an open breaker: ${countKinds(quick)}`)
    const calm = (p99(quiet) + p99(quietAgain)) / 2
    const findings: Finding[] = [
      atMost(20, 'a provider that is silent: first answer', shortest(given) / 1000, GIVEN_UP_WITHIN_S, 's'),
      atMost(20, `longest answer of ${AT_ONCE} at once`, longest(given) / 1000, ANSWER_WITHIN_S, 's'),
      equalTo(
        20,
        'enrichments rejected, or still waiting for their turn',
        given.filter(isGivenUp).length,
        AT_ONCE,
      ),
      atMost(
        20,
        'open breaker: middle answer',
        quantile(
          quick.map(({ ms }) => ms),
          0.5,
        ),
        50,
        'ms',
      ),
      atMost(20, 'open breaker: longest answer', longest(quick), 50, 'ms'),
      {
        ...atMost(20, 'p99 of lists, meanwhile to before', p99(meanwhile) / calm, 1.1, '×'),
        ...nearlyEqual(calm, p99(meanwhile)),
      },
      equalTo(20, 'lists refused meanwhile', meanwhile.filter((answer) => !isGood(answer)).length, 0),
      atMost(18, 'connections that idle in a transaction, middle of samples', quantile(held, 0.5), 0),
    ]
    proxy.blackHole(false)
    const back = await until(async () => isGood(await look(40)), 60_000, 2000)
    await waitUntilSettled(product.ownerUrl)
    const spent = before - (await creditsOf(product.ownerUrl, asking.id))
    return [
      ...findings,
      atMost(20, 'provider back: first enrichment that succeeds', back / 1000, 45, 's'),
      equalTo(20, 'credits spent on all of it', spent, 1),
    ]
  },
}

const shortest = (answers: readonly { ms: number }[]) => Math.min(...answers.map(({ ms }) => ms))
const isGivenUp = ({ status }: { status: number }) => status === 503 || status === 202
const longest = (answers: readonly { ms: number }[]) => Math.max(...answers.map(({ ms }) => ms))

/** A few milliseconds are the mood of a machine, not the product's. */
function nearlyEqual(calm: number, meanwhile: number): Partial<Finding> {
  const figures = `${(meanwhile / calm).toFixed(2)} × (${calm.toFixed(1)} → ${meanwhile.toFixed(1)} ms)`
  return {
    measured: figures,
    limit: '≤ 1.1 ×, or 5 ms more',
    met: meanwhile <= Math.max(calm * 1.1, calm + 5),
  }
}
