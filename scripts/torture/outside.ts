// Trust 20: mail server and model are unavailable.
import { setTimeout as wait } from 'node:timers/promises'
import { startFakeModel } from '#test/fakes/language-model.ts'
import { startMailServer } from '#test/fakes/mail-server.ts'
import { countKinds, isGood, quantile, send, until } from './load.ts'
import { newAddress, openOrganization } from './people.ts'
import { atMost, equalTo, type Scenario } from './scenario.ts'

const PEOPLE = 12

export const mailOutage: Scenario = {
  name: 'mail',
  seconds: 150,
  async run(stage) {
    const server = await startMailServer()
    stage.after(() => server.stop())
    const proxy = await stage.proxy(server.url.replace('smtp:', 'http:'))
    const product = await stage.product({ SMTP_URL: `smtp://127.0.0.1:${proxy.port}` })
    const ask = (email: string) =>
      send(product.url, {
        method: 'POST',
        path: '/api/auth/request-magic-link',
        headers: { 'x-forwarded-for': newAddress() },
        body: JSON.stringify({ email }),
      })
    await ask('first@example.com')
    await proxy.refuse(true)
    const refused = await Promise.all(
      Array.from({ length: PEOPLE / 2 }, (_, i) => ask(`refused${i}@example.com`)),
    )
    await wait(3000)
    await proxy.refuse(false)
    proxy.blackHole(true)
    const silent = await Promise.all(
      Array.from({ length: PEOPLE / 2 }, (_, i) => ask(`silent${i}@example.com`)),
    )
    await wait(3000)
    proxy.blackHole(false)
    proxy.reset()
    const wanted = [...refused, ...silent]
    stage.say(`  sign-in requests: ${countKinds(wanted)}`)
    const arrived = () => new Set(server.mails.flatMap(({ to }) => to)).size
    const back = await until(async () => arrived() >= PEOPLE + 1, 90_000)
    return [
      equalTo(20, 'mail away: sign-in requests accepted', wanted.filter(isGood).length, PEOPLE),
      atMost(20, 'mail away: longest answer', Math.max(...wanted.map(({ ms }) => ms)), 500, 'ms'),
      atMost(20, 'mail back: all links are out', back / 1000, 60, 's'),
      equalTo(20, 'people who got their mail', arrived(), PEOPLE + 1),
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
    const ask = (i: number) =>
      send(product.url, {
        method: 'POST',
        path: '/api/chat',
        headers: people[i % people.length] ?? {},
        body: JSON.stringify({ message: 'How do I import a list of contacts?' }),
      })
    proxy.blackHole(true)
    const first = await Promise.all(Array.from({ length: 4 }, (_, i) => ask(i)))
    const later = []
    for (let i = 4; i < 8; i++) later.push(await ask(i))
    stage.say(`  a silent model: ${countKinds(first)}; afterwards: ${countKinds(later)}`)
    proxy.blackHole(false)
    model.reset()
    const asked = model.requests.length
    await until(
      async () => {
        await ask(0)
        return model.requests.length > asked
      },
      60_000,
      3000,
    )
    const ms = later.map((answer) => answer.ms)
    return [
      atMost(
        20,
        'a model that is silent: longest answer',
        Math.max(...first.map((one) => one.ms)) / 1000,
        45,
        's',
      ),
      equalTo(
        20,
        'questions answered from the documentation instead',
        [...first, ...later].filter(isGood).length,
        8,
      ),
      atMost(20, 'open breaker: middle answer', quantile(ms, 0.5), 250, 'ms'),
      atMost(20, 'model back: it is asked again (0 = yes)', model.requests.length > asked ? 0 : 1, 0),
    ]
  },
}
