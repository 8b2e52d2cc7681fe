// Trust 23: a file of a million rows.
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { countKinds, isGood, p99, quantile, sendAtRate } from './load.ts'
import { watchMemory } from './memory.ts'
import { listCalls, openOrganization, waitForImport } from './people.ts'
import { atMost, equalTo, type Finding, type Scenario } from './scenario.ts'
import { queryNumber, type StagedProduct } from './stage.ts'

const ROWS = 1_000_000
const WITHIN_S = 240
const MEMORY_MIB = 256
const LISTS_P99_MS = 250

export const million: Scenario = {
  name: 'million',
  seconds: 330,
  async run(stage) {
    const rows = Math.round(ROWS * stage.scale)
    const limit = WITHIN_S * stage.scale
    const product = await stage.product()
    const others = [await openOrganization(product, { people: 3, contacts: 500 })]
    const { client, people, id } = await openOrganization(product)
    const memory = watchMemory(product.pid)
    const stop = new AbortController()
    const lists = measureWhile(product, others, stop.signal)
    const begun = performance.now()
    const importId = await upload(product, people[0] ?? {}, rows)
    const state = await waitForImport(client, importId, (limit + 30) * 1000 - (performance.now() - begun))
    const seconds = (performance.now() - begun) / 1000
    stop.abort()
    const answers = await lists
    const held = memory()
    stage.say(`  ${state.status} after ${seconds.toFixed(0)} s; lists meanwhile: ${countKinds(answers)}`)
    const contacts = await queryNumber(
      product.ownerUrl,
      'select count(*) from contacts where organization_id = $1',
      [id],
    )
    const isDone = state.status === 'done'
    const name = `${rows.toLocaleString('en')} rows`
    const time: Finding = isDone
      ? atMost(23, `${name}: validated, compared, stored, found`, seconds, limit, 's')
      : {
          promise: 23,
          what: name,
          measured: `${contacts.toLocaleString('en')} after ${seconds.toFixed(0)} s`,
          limit: `≤ ${limit} s`,
          met: false,
        }
    const p50 = quantile(
      answers.map(({ ms }) => ms),
      0.5,
    )
    return [
      time,
      ...(isDone ? [equalTo(23, 'contacts', contacts, rows - Math.floor(rows / 1000))] : []),
      atMost(23, 'memory of the process', held, MEMORY_MIB, 'MiB'),
      atMost(
        23,
        `lists of others meanwhile: p99 (p50 ${p50.toFixed(0)} ms)`,
        p99(answers),
        LISTS_P99_MS,
        'ms',
      ),
      equalTo(23, 'lists refused meanwhile', answers.filter((answer) => !isGood(answer)).length, 0),
    ]
  },
}

async function measureWhile(
  product: StagedProduct,
  others: Parameters<typeof listCalls>[0],
  until: AbortSignal,
) {
  const next = listCalls(others)
  const answers = []
  while (!until.aborted) answers.push(...(await sendAtRate(product.url, { perSecond: 20, seconds: 2, next })))
  return answers
}

/** Sends the file as it is made, as fast as it is read. @returns the id of the import */
async function upload(product: StagedProduct, who: Record<string, string>, rows: number): Promise<string> {
  const sent = request(`${product.url}/api/contacts/import/csv?enrich=0`, {
    method: 'POST',
    headers: { ...who, 'content-type': 'text/csv', prefer: 'respond-async' },
  })
  const answered = new Promise<string>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      let body = ''
      response.on('data', (piece: Buffer) => {
        body += piece.toString()
      })
      response.on('end', () => {
        if (response.statusCode === 202) resolve((JSON.parse(body) as { importId: string }).importId)
        else reject(new Error(`The file was answered with ${response.statusCode}: ${body}`))
      })
    })
  })
  await Promise.race([pipeline(Readable.from(linesOf(rows)), sent), answered])
  return answered
}

const FIRST = ['Ada', 'Bo', 'Cleo', 'Dara', 'Edwin', 'Farah', 'Gus', 'Hana', 'Ivan', 'June', 'Kofi', 'Lena']

/** Different people with an address and a number; every thousandth row lacks its last name. */
function* linesOf(rows: number): Generator<string> {
  yield 'First Name,Last Name,Email,Phone,Address,City,State,Zip\n'
  let piece = ''
  for (let i = 1; i <= rows; i++) {
    const last = i % 1000 === 0 ? '' : `Okafor${i.toString(36)}`
    const phone = `630${String(2_000_000 + i).padStart(7, '0')}`
    piece += `${FIRST[i % FIRST.length]},${last},p${i}@mail${i % 50}.example.com,${phone},${i} Oak St,Naperville,IL,60540\n`
    if (piece.length > 65_536) {
      yield piece
      piece = ''
    }
  }
  yield piece
}
