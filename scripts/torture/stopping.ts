// Trust 21: stopped in good order under load.
import { setTimeout as wait } from 'node:timers/promises'
import { countKinds, isGood, sendContinuously } from './load.ts'
import { openOrganization, readWriteCalls } from './people.ts'
import { atMost, equalTo, type Scenario } from './scenario.ts'
import { queryNumber } from './stage.ts'

export const sigterm: Scenario = {
  name: 'sigterm',
  seconds: 90,
  async run(stage) {
    const product = await stage.product()
    const organizations = await Promise.all(
      [1, 2].map(() => openOrganization(product, { people: 8, contacts: 100 })),
    )
    const stop = new AbortController()
    const next = readWriteCalls(organizations)
    const asking = sendContinuously(product.url, { connections: 16, pauseMs: 25, next, until: stop.signal })
    await wait(3000)
    const begun = performance.now()
    const { code } = await product.end('SIGTERM')
    const took = performance.now() - begun
    stop.abort()
    const answers = await asking
    stage.say(`  ${countKinds(answers)}`)
    // A refused connection means that no work began, so the caller asks another process.
    const dropped = answers.filter(
      (one) => !isGood(one) && one.status !== 503 && one.error !== 'ECONNREFUSED',
    )
    const made = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => (JSON.parse(body) as { id: string }).id)
    const kept = await queryNumber(
      product.ownerUrl,
      'select count(*) from contacts where id = any($1::uuid[])',
      [made],
    )
    await product.restart()
    return [
      equalTo(
        21,
        `SIGTERM under load: dropped of ${answers.filter(isGood).length + dropped.length} requests`,
        dropped.length,
        0,
      ),
      atMost(21, 'end of the process', took / 1000, 10, 's'),
      equalTo(21, 'its exit code', String(code), '0'),
      equalTo(19, 'acknowledged writes lost', made.length - kept, 0),
    ]
  },
}
