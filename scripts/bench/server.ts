// How fast the list and its search answer over HTTP, beside the same SQL without HTTP measured in the same run.
import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { type ContactSort, type ContactSummary, listContacts } from '#contract/contacts.ts'
import { searchPatterns } from '#domain/identity/search-text.ts'
import { scoreContact } from '#domain/score/score.ts'
import type { Category } from '#domain/signals/categories.ts'
import { createApp } from '#server/app.ts'
import { listContacts as listFromStore } from '#server/features/contacts/store/read-contacts.ts'
import { milliseconds, percentile } from './numbers.ts'
import { CONTACTS, WITH_DISASTER, type Workspace } from './workspace.ts'

const ROUNDS = 300
const LIMIT = 50
/** Of the middle of each kind of request. */
const GOAL_MS = 15
/** Contacts that one core scores in a second. */
const SCORING_GOAL = 200_000

type Request = { name: string; search?: string; topSignal?: Category; sort?: ContactSort }

const SORTS = ['score', 'chance', 'name', 'enriched', 'task'] as const
const REQUESTS: Request[] = [
  { name: 'list' },
  { name: 'search, 1 letter', search: 'm' },
  { name: 'search, 3 letters', search: 'mar' },
  { name: 'search, 7 letters', search: 'ramirez' },
  { name: 'search, full name', search: 'maria garcia' },
  { name: 'search, nobody', search: 'zzyzx' },
  ...SORTS.map((sort) => ({ name: `debt, by ${sort}`, topSignal: 'debt' as const, sort })),
  ...SORTS.map((sort) => ({ name: `disaster, by ${sort}`, topSignal: 'disaster' as const, sort })),
]

/** Prints the table. @returns whether every kind of request reached its goal */
export async function benchServer(workspace: Workspace): Promise<boolean> {
  const { platform, services } = workspace
  const app = await createApp({
    platform,
    services,
    sampleData: false,
    logLevel: 'silent',
    pages: null,
    limiter: () => {}, // one caller asks as fast as it can
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const cookie = await signIn(address, workspace)
  const amount = CONTACTS.toLocaleString('en')
  console.log(`\n${amount} contacts of one organization, ${ROUNDS} rounds each, ${LIMIT} a page`)
  console.log('                        HTTP p50   HTTP p99    SQL p50   ratio')
  let good = true
  for (const request of REQUESTS) {
    const reached = await compare(workspace, request, address, cookie)
    good &&= reached
  }
  good = scoring() && good
  console.log(`memory of this process   ${Math.round(process.memoryUsage().rss / 2 ** 20)} MiB`)
  await app.close()
  return good
}

async function signIn(address: string, { signInPath }: Workspace): Promise<string> {
  const { search } = new URL(await signInPath(), address)
  const answer = await fetch(`${address}/api/auth/verify-magic-link${search}`, { redirect: 'manual' })
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
}

/** One kind of request, beside the statements behind it; both must find the same people. */
async function compare(
  { db, organizationId }: Workspace,
  { name, search = '', topSignal, sort = 'score' }: Request,
  address: string,
  cookie: string,
): Promise<boolean> {
  const wanted = new URLSearchParams({ limit: String(LIMIT), search, sort, ...(topSignal && { topSignal }) })
  const query = {
    patterns: searchPatterns(search),
    topSignal: topSignal ?? null,
    sort,
    after: null,
    limit: LIMIT + 1,
  }
  const sql = () => db.tenant(organizationId, (tx) => listFromStore(tx, query))
  const http = async () => {
    const answer = await fetch(`${address}${listContacts.path}?${wanted}`, { headers: { cookie } })
    return (await answer.json()) as ContactSummary[]
  }
  const found = (await http()).map(({ id }) => id)
  const expected = (await sql()).slice(0, LIMIT).map(({ id }) => id)
  assert.deepEqual(found, expected, `${name}: HTTP and SQL disagree`)
  if (topSignal === 'disaster') assert.equal(found.length, WITH_DISASTER, `${name}: not everybody was found`)
  const overHttp = await times(http)
  const bySql = await times(sql)
  const middle = percentile(overHttp, 50)
  const row = [middle, percentile(overHttp, 99), percentile(bySql, 50)].map(milliseconds)
  const ratio = (percentile(bySql, 50) / middle).toFixed(2)
  console.log(name.padEnd(22), ...row, `  ${ratio}`, middle < GOAL_MS ? '' : `  over ${GOAL_MS} ms`)
  return middle < GOAL_MS
}

async function times(work: () => Promise<unknown>): Promise<number[]> {
  for (let i = 0; i < 20; i++) await work()
  const taken: number[] = []
  for (let i = 0; i < ROUNDS; i++) {
    const start = performance.now()
    await work()
    taken.push(performance.now() - start)
  }
  return taken
}

/**
 * How many contacts with two live signals one core scores in a second of its own time, whatever else the machine does.
 * @returns whether that reached its goal
 */
function scoring(): boolean {
  const signal = { confidence: 0.9, source: 'bench', documentId: null }
  const input = {
    today: '2026-11-20',
    household: {
      tenure: 'owner',
      age: 41,
      ageRange: null,
      ownershipYears: 7,
      enriched: true,
      rateGap: null,
      loanToValue: null,
      schoolAgeChildren: false,
      newAddressSince: null,
      listedForSale: false,
    },
    signals: [
      { ...signal, id: 'a', category: 'divorce', subtype: 'divorce.filed', eventDate: '2026-09-20' },
      { ...signal, id: 'b', category: 'debt', subtype: 'debt.nod', eventDate: '2026-08-20' },
    ],
    policy: { excludeFamilial: false, excludeAge: false },
  } as const
  assert.ok(Math.abs(scoreContact(input).score - 91) <= 1, 'The scored example is off')
  const rounds = 300_000
  const start = process.cpuUsage()
  for (let i = 0; i < rounds; i++) scoreContact(input)
  const { user, system } = process.cpuUsage(start)
  const perSecond = rounds / ((user + system) / 1e6)
  const short = perSecond < SCORING_GOAL ? `  under ${SCORING_GOAL.toLocaleString('en')}` : ''
  console.log(
    `scoring, one core        ${Math.round(perSecond).toLocaleString('en')} contacts a second${short}`,
  )
  return perSecond >= SCORING_GOAL
}
