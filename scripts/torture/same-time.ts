// Trust 8: the response time of a link request does not reveal if its address is known.
import { Agent } from 'node:http'
import { type Answer, countKinds, isGood, quantile, send } from './load.ts'
import { newAddress } from './people.ts'
import { query } from './postgres.ts'
import { atMost, equalTo, type Finding, type Scenario } from './scenario.ts'

const ROUNDS = 400
const WARM_UP = 50
const MIN_ROUNDS = 200

/** The mailbox that has had its links. */
const LIMITED = 'limited@example.com'
const ADDRESSES = {
  known: (round: number) => `known${round}@example.com`,
  unknown: (round: number) => `other${round}@example.com`,
  limited: () => LIMITED,
}
type Kind = keyof typeof ADDRESSES
const KINDS = Object.keys(ADDRESSES) as Kind[] // as the table names them

export const sameTime: Scenario = {
  name: 'same-time',
  seconds: 120,
  async run(stage) {
    // The mails wait in the queue: making them would take turns with what is measured.
    const product = await stage.product({ ROLE: 'web' })
    const rounds = Math.max(MIN_ROUNDS, Math.round(ROUNDS * stage.scale))
    await query(
      product.ownerUrl,
      `insert into users (email) select 'known' || n || '@example.com' from generate_series(0, $1::int) n`,
      [rounds + WARM_UP],
    )
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    stage.after(() => agent.destroy())
    const ask = (email: string) =>
      send(
        product.url,
        {
          method: 'POST',
          path: '/api/auth/request-magic-link',
          // Each from a network of its own, so that none is limited.
          headers: { 'x-forwarded-for': newAddress() },
          body: JSON.stringify({ email }),
        },
        agent,
      )
    const answers: Record<Kind, Answer[]> = { known: [], unknown: [], limited: [] }
    for (let round = 0; round < rounds + WARM_UP; round++) {
      for (const kind of inTurn(round)) {
        const answer = await ask(ADDRESSES[kind](round))
        if (round >= WARM_UP) answers[kind].push(answer)
      }
    }
    return findingsOf(answers, stage.say)
  },
}

/** Whatever a request leaves behind meets each kind equally often. */
function inTurn(round: number): Kind[] {
  const first = round % KINDS.length
  const turned = [...KINDS.slice(first), ...KINDS.slice(0, first)]
  return Math.floor(round / KINDS.length) % 2 ? turned.reverse() : turned
}

function findingsOf(answers: Record<Kind, Answer[]>, say: (line: string) => void): Finding[] {
  const middle = (kind: Kind) =>
    quantile(
      answers[kind].map(({ ms }) => ms),
      0.5,
    )
  for (const kind of KINDS)
    say(`  ${kind}: ${countKinds(answers[kind])}, ${middle(kind).toFixed(2)} ms in the middle`)
  const all = Object.values(answers).flat()
  const asked = answers.known.length
  const differenceTo = (kind: Kind) => Math.abs(middle(kind) - middle('known'))
  return [
    equalTo(8, 'requests for a link refused', all.filter((answer) => !isGood(answer)).length, 0),
    equalTo(8, 'different answers to them', new Set(all.map(({ body }) => body)).size, 1),
    atMost(
      8,
      `${asked} known and ${asked} unknown addresses: medians differ by`,
      differenceTo('unknown'),
      2,
      'ms',
    ),
    atMost(8, 'known ones and one that had its links: medians differ by', differenceTo('limited'), 2, 'ms'),
  ]
}
