import type { Query } from '#server/platform/db/database.ts'
import type { SealedSecret } from '#server/platform/secrets.ts'

export type Account = {
  id: string
  email: string
  organizationId: string | null
  role: 'OWNER' | 'ADMIN' | 'MEMBER'
}

const ACCOUNT_COLUMNS = 'id, email, organization_id, role'

/** Locks an account, so that its sign-ins and 2FA changes run one at a time. */
export function lockAccount(tx: Query, userId: string): Promise<Account | undefined> {
  return tx.row<Account>(`select ${ACCOUNT_COLUMNS} from users where id = $1 for no key update`, [userId])
}

export function findAccountByEmail(tx: Query, email: string): Promise<Account | undefined> {
  return tx.row<Account>(`select ${ACCOUNT_COLUMNS} from users where email = $1 for no key update`, [email])
}

export function findAccount(db: Query, userId: string): Promise<Account | undefined> {
  return db.row<Account>(`select ${ACCOUNT_COLUMNS} from users where id = $1`, [userId])
}

export type SecondFactorStatus = { since: string | null; codesLeft: number }

export async function readStatus(db: Query, userId: string): Promise<SecondFactorStatus> {
  const row = await db.row<SecondFactorStatus>(
    `select confirmed_at as since,
            (select count(*)::int from recovery_codes c where c.user_id = f.user_id) as codes_left
       from second_factors f where user_id = $1`,
    [userId],
  )
  return row ?? { since: null, codesLeft: 0 }
}

/** Starts or restarts a setup. @returns false if 2FA is on */
export function startSetup(tx: Query, userId: string, { keyId, sealed }: SealedSecret): Promise<boolean> {
  return tx.changed(
    `insert into second_factors as f (user_id, secret, key_id) values ($1, $2, $3)
     on conflict (user_id) do update set secret = $2, key_id = $3, started_at = now(), last_step = 0
      where f.confirmed_at is null`,
    [userId, sealed, keyId],
  )
}

/** The secret of a confirmed second factor. */
export function findSecret(tx: Query, userId: string): Promise<SealedSecret | undefined> {
  return tx.row<SealedSecret>(
    'select key_id, secret as sealed from second_factors where user_id = $1 and confirmed_at is not null',
    [userId],
  )
}

/** The secret of a setup started within the last `minutes`. */
export function findPendingSetup(
  tx: Query,
  userId: string,
  minutes: number,
): Promise<SealedSecret | undefined> {
  return tx.row<SealedSecret>(
    `select key_id, secret as sealed from second_factors
      where user_id = $1 and confirmed_at is null and started_at > now() - make_interval(mins => $2)`,
    [userId, minutes],
  )
}

/** Accepts the code of a time step. @returns false if this or a later step was used */
export function claimStep(tx: Query, userId: string, step: number): Promise<boolean> {
  return tx.changed('update second_factors set last_step = $2 where user_id = $1 and last_step < $2', [
    userId,
    step,
  ])
}

export async function confirmSetup(tx: Query, userId: string): Promise<void> {
  await tx.run('update second_factors set confirmed_at = now() where user_id = $1', [userId])
}

export async function replaceRecoveryCodes(
  tx: Query,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.run('delete from recovery_codes where user_id = $1', [userId])
  await tx.run('insert into recovery_codes (user_id, code_hash) select $1, unnest($2::text[])', [
    userId,
    hashes,
  ])
}

/** @returns false for an unknown or used code */
export function claimRecoveryCode(tx: Query, userId: string, hash: string): Promise<boolean> {
  return tx.changed(
    `delete from recovery_codes c using second_factors f
      where c.user_id = $1 and c.code_hash = $2 and f.user_id = c.user_id and f.confirmed_at is not null`,
    [userId, hash],
  )
}

/** @returns true if it was on */
export function deleteSecondFactor(tx: Query, userId: string): Promise<boolean> {
  return tx.exists(
    `with deleted as (delete from second_factors where user_id = $1 returning confirmed_at)
     select from deleted where confirmed_at is not null`,
    [userId],
  )
}

/** Deletes setups that were not confirmed in time. */
export async function removeUnconfirmed(db: Query, minutes: number): Promise<void> {
  await db.run(
    'delete from second_factors where confirmed_at is null and started_at < now() - make_interval(mins => $1)',
    [minutes],
  )
}

export type ForeignSecret = SealedSecret & { userId: string }

/** Secrets sealed with a key other than `keyId`, ordered by account. */
export function listUnderOtherKeys(
  db: Query,
  keyId: string,
  page: { after: string | null; limit: number },
): Promise<ForeignSecret[]> {
  return db.rows<ForeignSecret>(
    `select user_id, key_id, secret as sealed from second_factors
      where key_id <> $1 and ($2::uuid is null or user_id > $2) order by user_id limit $3`,
    [keyId, page.after, page.limit],
  )
}

/** Stores a secret under another key, unless it changed in the meantime. @returns the number of changed rows */
export function reseal(db: Query, previous: ForeignSecret, { keyId, sealed }: SealedSecret): Promise<number> {
  return db.run('update second_factors set secret = $3, key_id = $4 where user_id = $1 and secret = $2', [
    previous.userId,
    previous.sealed,
    sealed,
    keyId,
  ])
}
