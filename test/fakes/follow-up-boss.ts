import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signatureOf } from '#server/platform/follow-up-boss/signature.ts'

/** A fake Follow Up Boss, written from its public documentation. Undocumented behavior is marked below. */
export const SYSTEM = { system: 'Ninefold-Test', systemKey: 'system-key-of-the-tests' }

export type Resource = 'people' | 'notes' | 'tasks' | 'events'
type Row = { id: number; created: string; updated: string } & Record<string, unknown>
type Hook = { id: number; event: string; url: string; apiKey: string }
export type Call = {
  apiKey: string
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
}
/** An answer instead of the usual one; undefined lets the request through. */
type Refusal = { status: number; headers?: Record<string, string> } | undefined
type Fault = (call: Call) => Refusal | Promise<Refusal>

const RESOURCES: readonly string[] = ['people', 'notes', 'tasks', 'events']

/** Starts the fake; every API key has an account of its own. */
export async function startFollowUpBoss({ requiresHttps = false }: { requiresHttps?: boolean } = {}) {
  const accounts = new Map<string, Record<Resource, Row[]>>()
  const calls: Call[] = []
  let hooks: Hook[] = []
  let ids = 1000
  /** Milliseconds that each change moves the clock of the fake, so that changes have an order. */
  let clock = Date.parse('2026-11-01T00:00:00Z')
  const initialState = {
    fault: (() => undefined) as Fault,
    /** Calls of a window of 10 seconds. */
    limit: 250,
    /** Called after a write is stored and before it is answered, for tests that lose the answer. */
    afterWrite: undefined as ((call: Call) => void) | undefined,
    /** Called after a write is stored; it is answered when this resolves. */
    beforeAnswer: async (_call: Call): Promise<void> => {},
    sendsHooks: true,
    isOwner: true,
  }
  const state = { ...initialState }
  let windowCalls: number[] = []
  const deliveries = new Set<Promise<unknown>>()

  const accountOf = (apiKey: string) => {
    const account = accounts.get(apiKey)
    if (!account) throw new Error('No such account')
    return account
  }
  const now = () => {
    clock = Math.max(clock + 1000, Date.now() - 1)
    return new Date(clock).toISOString()
  }

  async function deliver(apiKey: string, event: string, resource: Resource, resourceIds: number[]) {
    if (!state.sendsHooks) return
    const uri = `${origin}/v1/${resource}?id=${resourceIds.join(',')}`
    const payload = { eventId: crypto.randomUUID(), eventCreated: new Date(clock), event, resourceIds, uri }
    const body = JSON.stringify(payload)
    const headers = {
      'content-type': 'application/json',
      'fub-signature': signatureOf(Buffer.from(body), SYSTEM.systemKey),
    }
    const targets = hooks.filter((hook) => hook.apiKey === apiKey && hook.event === event)
    const sent = targets.map(({ url }) => send(url, body, headers))
    for (const each of sent) {
      deliveries.add(each)
      void each.finally(() => deliveries.delete(each))
    }
  }
  let send = (url: string, body: string, headers: Record<string, string>): Promise<unknown> =>
    fetch(url, { method: 'POST', body, headers }).catch(() => null)

  /** Stores a row as its own screens would. */
  function add(apiKey: string, resource: Resource, fields: Record<string, unknown>): Row {
    ids += 1
    const at = now()
    const defaults =
      resource === 'people' ? { stage: 'Lead', tags: [], emails: [], phones: [], addresses: [] } : {}
    const row = { ...defaults, created: at, updated: at, ...fields, id: ids }
    accountOf(apiKey)[resource].unshift(row)
    void deliver(apiKey, `${resource}Created`, resource, [row.id])
    return row
  }

  function update(apiKey: string, resource: Resource, id: number, fields: Record<string, unknown>): Row {
    const row = accountOf(apiKey)[resource].find((each) => each.id === id)
    if (!row) throw new Error('No such row')
    Object.assign(row, fields, { updated: now() })
    void deliver(apiKey, `${resource}Updated`, resource, [id])
    return row
  }

  function remove(apiKey: string, resource: Resource, id: number): void {
    const account = accountOf(apiKey)
    account[resource] = account[resource].filter((row) => row.id !== id)
    void deliver(apiKey, `${resource}Deleted`, resource, [id])
  }

  /** Merges two people; undocumented: the other one is then gone, and its notes and tasks move. */
  function merge(apiKey: string, keptId: number, otherId: number): void {
    const account = accountOf(apiKey)
    for (const resource of ['notes', 'tasks', 'events'] as const)
      for (const row of account[resource]) if (row.personId === otherId) row.personId = keptId
    remove(apiKey, 'people', otherId)
    update(apiKey, 'people', keptId, {})
  }

  function page(rows: readonly Row[], resource: string, query: URLSearchParams) {
    const limit = Math.min(Number(query.get('limit') ?? 10), 100)
    const start = Number(query.get('next')?.replace('page-', '') ?? query.get('offset') ?? 0)
    const next = start + limit < rows.length ? `page-${start + limit}` : null
    return {
      _metadata: { collection: resource, offset: start, limit, total: rows.length, ...(next && { next }) },
      [resource]: rows.slice(start, start + limit),
    }
  }

  function list(account: Record<Resource, Row[]>, resource: Resource, query: URLSearchParams) {
    let rows = [...account[resource]].sort((a, b) => b.id - a.id)
    const personId = query.get('personId')
    if (personId) rows = rows.filter((row) => row.personId === Number(personId))
    if (resource === 'people') {
      const [email, phone] = [query.get('email'), query.get('phone')]
      if (email) rows = rows.filter((row) => findPerson([row], { emails: [{ value: email }] }))
      if (phone) rows = rows.filter((row) => findPerson([row], { phones: [{ value: phone }] }))
      if (query.get('includeTrash') !== 'true') rows = rows.filter((row) => row.stage !== 'Trash')
      if (query.get('sort') === '-updated') rows.sort((a, b) => b.updated.localeCompare(a.updated))
    }
    return page(rows, resource, query)
  }

  const digits = (text: unknown) => String(text).replace(/\D/g, '').slice(-10)
  function findPerson(people: readonly Row[], body: Record<string, unknown>): Row | undefined {
    const values = (points: unknown) => ((points ?? []) as { value: string }[]).map(({ value }) => value)
    return people.find(
      (person) =>
        values(person.emails).some((email) => values(body.emails).includes(email)) ||
        values(person.phones).some((phone) => values(body.phones).map(digits).includes(digits(phone))),
    )
  }

  function answer(call: Call, apiKey: string): { status: number; json?: unknown } {
    const account = accountOf(apiKey)
    const [, , name = '', id] = call.path.split('/')
    if (name === 'identity')
      return {
        status: 200,
        json: { account: { id: 1, name: `Account of ${apiKey}` }, user: { id: 7, name: 'Olive Owner' } },
      }
    if (name === 'webhooks') return answerHooks(call, apiKey, id)
    if (!RESOURCES.includes(name)) return { status: 404 }
    const resource = name as Resource
    const row = id === undefined ? undefined : account[resource].find((each) => each.id === Number(id))
    if (id !== undefined && !row) return { status: 404 }
    if (call.method === 'GET') return { status: 200, json: row ?? list(account, resource, call.query) }
    return row ? change(apiKey, resource, row, call) : create(apiKey, resource, call)
  }

  function create(apiKey: string, resource: Resource, { query, body }: Call) {
    const isDeduplicated = resource === 'people' && query.get('deduplicate') === 'true'
    const known = isDeduplicated ? findPerson(accountOf(apiKey).people, body) : undefined
    return known ? { status: 200, json: known } : { status: 201, json: add(apiKey, resource, body) }
  }

  /** Tags replace those that are there, unless they are merged. */
  function change(apiKey: string, resource: Resource, row: Row, { query, body }: Call) {
    const { tags, ...fields } = body as { tags?: string[] }
    const former = query.get('mergeTags') === 'true' ? (row.tags as string[] | undefined) : []
    const changes = { ...fields, ...(tags && { tags: [...(former ?? []), ...tags] }) }
    return { status: 200, json: update(apiKey, resource, row.id, changes) }
  }

  function answerHooks({ method, body }: Call, apiKey: string, id: string | undefined) {
    if (!state.isOwner) return { status: 403 }
    if (method === 'GET')
      return { status: 200, json: { webhooks: hooks.filter((hook) => hook.apiKey === apiKey) } }
    if (method === 'DELETE') {
      hooks = hooks.filter((hook) => hook.id !== Number(id))
      return { status: 204 }
    }
    const { event, url } = body as { event: string; url: string }
    if (requiresHttps && !url.startsWith('https:')) return { status: 400 }
    if (hooks.filter((hook) => hook.apiKey === apiKey && hook.event === event).length >= 2)
      return { status: 400 }
    ids += 1
    const hook = { id: ids, event, url, apiKey }
    hooks.push(hook)
    return { status: 201, json: hook }
  }

  async function handle(request: IncomingMessage, response: ServerResponse, text: string): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
    const apiKey = Buffer.from(String(request.headers.authorization).replace('Basic ', ''), 'base64')
      .toString()
      .replace(/:$/, '')
    const call = {
      ...{ apiKey, method: request.method ?? 'GET', path: pathname, query: searchParams },
      body: (text ? JSON.parse(text) : {}) as Record<string, unknown>,
    }
    calls.push(call)
    const at = Date.now()
    windowCalls = [...windowCalls.filter((time) => time > at - 10_000), at]
    const remaining = state.limit - windowCalls.length
    const limits = {
      'x-ratelimit-limit': String(state.limit),
      'x-ratelimit-remaining': String(Math.max(remaining, 0)),
      'x-ratelimit-window': '10',
      'x-ratelimit-context': 'global',
    }
    const reply = (status: number, json?: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { ...limits, 'content-type': 'application/json', ...headers })
      response.end(json === undefined ? '' : JSON.stringify(json))
    }
    if (request.headers['x-system-key'] !== SYSTEM.systemKey || !accounts.has(apiKey))
      return void reply(401, { errorMessage: 'Unauthorized' })
    const fault = await state.fault(call)
    if (fault) return void reply(fault.status, { errorMessage: 'Fault' }, fault.headers)
    if (remaining < 0) return void reply(429, { errorMessage: 'Too many requests' }, { 'retry-after': '8' })
    const { status, json } = answer(call, apiKey)
    if (call.method !== 'GET') await state.beforeAnswer(call)
    if (call.method !== 'GET' && state.afterWrite) {
      state.afterWrite(call)
      response.destroy()
      return
    }
    reply(status, json)
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => void handle(request, response, Buffer.concat(chunks).toString()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url: `${origin}/v1`,
    settings: { ...SYSTEM, url: `${origin}/v1` },
    state,
    calls,
    /** Works again as at the start; accounts stay. */
    reset(): void {
      Object.assign(state, initialState)
      calls.length = 0
      windowCalls = []
    },
    /** Adds an account with its key. */
    addAccount(apiKey: string): void {
      accounts.set(apiKey, { people: [], notes: [], tasks: [], events: [] })
    },
    removeAccount: (apiKey: string) => accounts.delete(apiKey),
    rows: (apiKey: string, resource: Resource): readonly Row[] => accountOf(apiKey)[resource],
    add,
    update,
    remove,
    merge,
    hooks: () => hooks,
    /** Sends webhooks by another way than the network. */
    deliverBy(sender: typeof send): void {
      send = sender
    },
    /** Resolves when all webhooks on their way have arrived. */
    async settle(): Promise<void> {
      while (deliveries.size > 0) await Promise.all(deliveries)
    },
    /** Forgets the calls of the window, as if 10 seconds had passed. */
    passWindow(): void {
      windowCalls = []
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
export type FollowUpBossFake = Awaited<ReturnType<typeof startFollowUpBoss>>
