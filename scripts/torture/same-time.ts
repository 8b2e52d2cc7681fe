// Trust 8: the response time of a link request does not reveal whether its address is known.
import { Agent } from 'node:http'
import { rowsOf } from '#test/product/invariants.ts'
import { type CallResult, countKinds, isSuccess, post, quantile } from '#test/product/load.ts'
import { newAddress } from '../shared/people.ts'
import { finding, type Scenario } from './scenario.ts'

const ROUND_COUNT = 400
const WARM_UP_ROUNDS = 50
const MIN_ROUNDS = 200

/** The limited mailbox has used up its links. */
const EMAILS = {
  known: (round: number) => `known${round}@example.com`,
  unknown: (round: number) => `other${round}@example.com`,
  limited: () => 'limited@example.com',
}
type Kind = keyof typeof EMAILS
const KINDS = Object.keys(EMAILS) as Kind[] // the keys of the table

export const sameTime: Scenario = {
  name: 'same-time',
  seconds: 120,
  async run(stage) {
    // The emails wait in the queue, because writing them would disturb the measurement.
    const { url, ownerUrl } = await stage.startProduct({ ROLE: 'web' })
    const rounds = Math.max(MIN_ROUNDS, Math.round(ROUND_COUNT * stage.scale))
    await rowsOf(
      ownerUrl,
      `insert into users (email) select 'known' || n || '@example.com' from generate_series(0, $1::int) n`,
      [rounds + WARM_UP_ROUNDS],
    )
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    stage.after(() => agent.destroy())
    // Each from a new network, so that no limit applies.
    const requestLink = (email: string) =>
      post(url, '/api/auth/request-magic-link', { email }, { 'x-forwarded-for': newAddress() }, agent)
    const results: Record<Kind, CallResult[]> = { known: [], unknown: [], limited: [] }
    for (let round = 0; round < rounds + WARM_UP_ROUNDS; round++) {
      for (const kind of kindsOf(round)) {
        const result = await requestLink(EMAILS[kind](round))
        if (round >= WARM_UP_ROUNDS) results[kind].push(result)
      }
    }
    const medianMsOf = (kind: Kind) =>
      quantile(
        results[kind].map(({ ms }) => ms),
        0.5,
      )
    for (const kind of KINDS)
      console.log(`  ${kind}: ${countKinds(results[kind])}, ${medianMsOf(kind).toFixed(2)} ms`)
    const allResults = Object.values(results).flat()
    const differenceMsOf = (kind: Kind) => Math.abs(medianMsOf(kind) - medianMsOf('known'))
    const title = `${rounds} known and ${rounds} unknown addresses: medians differ by`
    return [
      finding(8, 'requests for a link refused', allResults.filter((answer) => !isSuccess(answer)).length, 0),
      finding(8, 'different answers to them', new Set(allResults.map(({ body }) => body)).size, 1),
      finding(8, title, differenceMsOf('unknown'), '≤ 2 ms'),
      finding(
        8,
        'known ones and one that had its links: medians differ by',
        differenceMsOf('limited'),
        '≤ 2 ms',
      ),
    ]
  },
}

/** Rotates the order, so that the effects of a request on the next one affect each kind equally. */
function kindsOf(round: number): Kind[] {
  const first = round % KINDS.length
  const rotation = [...KINDS.slice(first), ...KINDS.slice(0, first)]
  return Math.floor(round / KINDS.length) % 2 ? rotation.reverse() : rotation
}
