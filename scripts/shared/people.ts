// Organizations with signed-in members and contacts, for scenarios and benchmarks.
import { createHash, randomBytes } from 'node:crypto'
import type { ImportStatus } from '#contract/imports.ts'
import { becomeSubscriber, type Client } from '#test/product/client.ts'
import { numberOf, rowsOf } from '#test/product/invariants.ts'
import { type Call, pollUntil } from '#test/product/load.ts'

/** A product and the URL of its database that bypasses every proxy. */
type OwnedProduct = { url: string; ownerUrl: string }

export type Organization = {
  id: string
  /** Headers of the owner. */
  client: Client
  /** Session headers of each member, without the owner. */
  members: Record<string, string>[]
}

let addressCount = 0
/** A new network address. */
export const newAddress = () =>
  `10.${(addressCount >> 16) & 255}.${(addressCount >> 8) & 255}.${addressCount++ & 255}`

let nameCount = 0

/** A paying organization with some members and contacts; with `hasHosts`, a fake provider finds the contacts. */
export async function openOrganization(
  product: OwnedProduct,
  options: { members?: number; contacts?: number; isFindable?: boolean } = {},
): Promise<Organization> {
  const name = `o${nameCount++}`
  const clientHeaders = { 'x-forwarded-for': newAddress() }
  // The outbox page rejects requests through a proxy, so this one has no forwarded address.
  const { client, organizationId: id } = await becomeSubscriber(
    product,
    `owner@${name}.example.com`,
    name,
    clientHeaders,
  )
  const members: Record<string, string>[] = []
  for (let i = 0; i < (options.members ?? 1); i++)
    members.push(await addMember(product, id, { email: `p${i}@${name}.example.com` }))
  if (options.contacts) await addContacts(client, csvOf(options.contacts, name, options.isFindable))
  return { id, client, members }
}

type MemberOptions = {
  email: string
  firstName?: string
  lastName?: string
  role?: 'OWNER' | 'ADMIN' | 'MEMBER'
}

/** Signs in a member of the organization. @returns their session headers */
export async function addMember(
  { ownerUrl }: Pick<OwnedProduct, 'ownerUrl'>,
  organizationId: string,
  options: MemberOptions,
) {
  const secret = randomBytes(32).toString('base64url')
  const { email, firstName = 'Pat', lastName = 'Person', role = 'MEMBER' } = options
  await rowsOf(
    ownerUrl,
    `with person as (insert into users (email, first_name, last_name, role, organization_id)
       values ($1, $4, $5, $6::user_role, $2) returning *),
     membership as (insert into memberships (user_id, organization_id, role)
       select id, organization_id, role from person where organization_id is not null)
     insert into sessions (sid, sess, expire, user_id)
     select $3, jsonb_build_object('startedAt', now()), now() + interval '1 day', id from person`,
    [email, organizationId, createHash('sha256').update(secret).digest('hex'), firstName, lastName, role],
  )
  return { cookie: `sid=${secret}`, 'x-forwarded-for': newAddress() }
}

/** A CSV of different people; with `hasHosts`, a fake provider finds them by their addresses. */
function csvOf(rows: number, name: string, isFindable = false): string {
  const lines = ['First Name,Last Name,Email,Phone,Address,City,State,Zip']
  for (let i = 0; i < rows; i++) {
    const email = isFindable ? `match@h${i}.${name}.example.com` : `c${i}@${name}.example.com`
    lines.push(`Casey,Contact${i},${email},,${i + 1} Main St,Naperville,IL,60540`)
  }
  return lines.join('\n')
}

async function addContacts(client: Client, file: string): Promise<void> {
  const headers = { 'content-type': 'text/plain', prefer: 'respond-async' }
  const { importId } = await client.json<{ importId: string }>(
    'POST',
    '/api/contacts/import/csv?enrich=0',
    file,
    headers,
  )
  const state = await waitForImport(client, importId, 120_000)
  if (state.status !== 'done') throw new Error(`The contacts were not added: ${state.status}`)
}

/** Waits for the end of an import and its enrichments, or returns its state after a timeout. */
export async function waitForImport(
  client: Client,
  importId: string,
  timeoutMs: number,
): Promise<ImportStatus> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const state = await client.json<ImportStatus>('GET', `/api/imports/${importId}`)
    const isOver = !['uploading', 'queued', 'running'].includes(state.status)
    if (isOver && (!state.enrichment.requested || state.enrichment.waiting === 0)) return state
    if (Date.now() > deadline) return state
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

export async function listContactIds(
  ownerUrl: string,
  organizationId: string,
  limit: number,
): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    ownerUrl,
    'select id from contacts where organization_id = $1 order by id limit $2',
    [organizationId, limit],
  )
  return rows.map(({ id }) => id)
}

/** Requests for the list of contacts, in rotation from all members of the organizations. */
export function createListCalls(organizations: readonly Organization[], limit = 50): () => Call {
  const members = organizations.flatMap((organization) => organization.members)
  let callCount = 0
  return () => ({
    path: `/api/contacts?limit=${limit}`,
    headers: members[callCount++ % members.length] ?? {},
  })
}

/** Reads, and a new contact as every nth call. */
export function createReadWriteCalls(organizations: readonly Organization[], everyNth = 6): () => Call {
  const nextListCall = createListCalls(organizations)
  let callCount = 0
  return () => {
    const call = nextListCall()
    if (callCount++ % everyNth) return call
    const body = JSON.stringify({
      firstName: 'Written',
      lastName: `Number${callCount}`,
      email: `w${callCount}@write.example.com`,
    })
    return { method: 'POST', path: '/api/contacts', headers: call.headers, body }
  }
}

export const enrichCall = (id: string, headers: Record<string, string>): Call => ({
  method: 'POST',
  path: `/api/contacts/${id}/enrich`,
  headers,
})

export const creditsOf = (ownerUrl: string, organizationId: string) =>
  numberOf(ownerUrl, 'select credits from organizations where id = $1', [organizationId])

const COUNT_RUNNING = `select count(*) from enrichments where status in ('waiting', 'queued', 'running')`

/** Waits until no enrichment is running. @returns milliseconds, infinite if they didn't end within a minute */
export const waitUntilSettled = (ownerUrl: string) =>
  pollUntil(async () => (await numberOf(ownerUrl, COUNT_RUNNING)) === 0, 60_000)
