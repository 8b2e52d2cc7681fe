import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { VerifiedPerson } from '../service/sign-in-failure.ts'

export type Attempt = {
  connectionId: string
  /** Hash of the state of OpenID Connect, or of the id of a SAML request. */
  state: string
  /** Hash of the browser's secret. */
  browser: string
  origin: string
  testedBy: string | null
}

export async function insertAttempt(
  tx: TenantTx,
  attempt: Attempt & { person: VerifiedPerson | null; minutes: number },
): Promise<void> {
  await tx.run(
    `insert into single_sign_on_attempts (organization_id, connection_id, state, browser, origin, tested_by, assertion, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(mins => $8))`,
    [
      tx.organizationId,
      attempt.connectionId,
      attempt.state,
      attempt.browser,
      attempt.origin,
      attempt.testedBy,
      attempt.person && JSON.stringify(attempt.person),
      attempt.minutes,
    ],
  )
}

type Key = { connectionId: string; state: string }
type BrowserKey = Key & { browser: string }

const OPEN = 'organization_id = $1 and connection_id = $2 and state = $3 and expires_at > now()'
const COLUMNS = 'connection_id, state, browser, origin, tested_by'

/** An open attempt that has no response yet. */
export function findAttempt(tx: TenantTx, { connectionId, state }: Key): Promise<Attempt | undefined> {
  return tx.row(`select ${COLUMNS} from single_sign_on_attempts where ${OPEN} and assertion is null`, [
    tx.organizationId,
    connectionId,
    state,
  ])
}

/** Claims an attempt of OpenID Connect in the browser that started it; of any number of calls, one gets it. */
export function claimAttempt(tx: TenantTx, key: BrowserKey): Promise<Attempt | undefined> {
  return tx.row(
    `delete from single_sign_on_attempts where ${OPEN} and browser = $4 and assertion is null returning ${COLUMNS}`,
    [tx.organizationId, key.connectionId, key.state, key.browser],
  )
}

/** Stores the response of an attempt. @returns false if it has one */
export function storeResponse(
  tx: TenantTx,
  { connectionId, state }: Key,
  person: VerifiedPerson,
  minutes: number,
): Promise<boolean> {
  return tx.changed(
    `update single_sign_on_attempts set assertion = $4, expires_at = now() + make_interval(mins => $5)
      where ${OPEN} and assertion is null`,
    [tx.organizationId, connectionId, state, JSON.stringify(person), minutes],
  )
}

/** The person of a stored response, which stays. */
export function findResponse(tx: TenantTx, key: BrowserKey): Promise<VerifiedPerson | undefined> {
  return tx.find(
    `select assertion from single_sign_on_attempts where ${OPEN} and browser = $4 and assertion is not null`,
    [tx.organizationId, key.connectionId, key.state, key.browser],
  )
}

/** Claims a stored response in its browser; of any number of calls, one gets it. */
export function claimResponse(
  tx: TenantTx,
  key: BrowserKey,
): Promise<(Attempt & { person: VerifiedPerson }) | undefined> {
  return tx.row(
    `delete from single_sign_on_attempts where ${OPEN} and browser = $4 and assertion is not null
     returning ${COLUMNS}, assertion as person`,
    [tx.organizationId, key.connectionId, key.state, key.browser],
  )
}

/** Records a SAML assertion until it expires. @returns false if it was used before */
export function claimAssertion(
  tx: TenantTx,
  connectionId: string,
  hash: Buffer,
  until: Date,
): Promise<boolean> {
  return tx.changed(
    `insert into used_saml_assertions (organization_id, connection_id, assertion, expires_at)
     values ($1, $2, $3, $4) on conflict do nothing`,
    [tx.organizationId, connectionId, hash, until],
  )
}

export async function deleteExpired(db: Query): Promise<void> {
  await db.run('select delete_expired_single_sign_on(now())')
}
