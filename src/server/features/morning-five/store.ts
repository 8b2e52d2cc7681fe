import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'

export type Settings = {
  isOn: boolean
  sendAt: number
  timeZone: string
  days: number[]
  nextAt: string
  /** Local day of the last email, `YYYY-MM-DD`. */
  mailedOn: string | null
}

const SETTINGS = 'is_on, send_at, time_zone, days, next_at, mailed_on::text'

export function findSettings(tx: TenantTx, userId: string): Promise<Settings | undefined> {
  return tx.row(`select ${SETTINGS} from morning_emails where organization_id = $1 and user_id = $2`, [
    tx.organizationId,
    userId,
  ])
}

export function storeSettings(
  tx: TenantTx,
  userId: string,
  settings: Omit<Settings, 'nextAt' | 'mailedOn'> & { nextAt: Date; tokenHash: string },
): Promise<Settings> {
  const { isOn, sendAt, timeZone, days, nextAt, tokenHash } = settings
  return tx.one(
    `insert into morning_emails (organization_id, user_id, is_on, send_at, time_zone, days, next_at, token_hash)
     values ($1, $2, $3, $4, $5, $6, $7, decode($8, 'hex'))
     on conflict (organization_id, user_id) do update set is_on = excluded.is_on, send_at = excluded.send_at,
       time_zone = excluded.time_zone, days = excluded.days, next_at = excluded.next_at, token_hash = excluded.token_hash
     returning ${SETTINGS}`,
    [tx.organizationId, userId, isOn, sendAt, timeZone, days, nextAt, tokenHash],
  )
}

export type DueMember = Settings & {
  email: string
  firstName: string | null
  role: 'OWNER' | 'ADMIN' | 'MEMBER'
}

/** Locks a due email of a member who may get it; a second worker waits and then finds it no longer due. */
export function lockDue(tx: TenantTx, userId: string, now: Date): Promise<DueMember | undefined> {
  return tx.row(
    `select m.is_on, m.send_at, m.time_zone, m.days, m.next_at, m.mailed_on::text, u.email, u.first_name, b.role
       from morning_emails m
       join memberships b on b.user_id = m.user_id and b.organization_id = m.organization_id
       join users u on u.id = m.user_id
       join organizations o on o.id = m.organization_id
      where m.organization_id = $1 and m.user_id = $2 and m.is_on and m.next_at <= $3
        and o.suspended_at is null and o.subscription_status = 'active'
        for update of m`,
    [tx.organizationId, userId, now],
  )
}

export async function setNext(
  tx: TenantTx,
  userId: string,
  { nextAt, mailedOn }: { nextAt: Date; mailedOn: string | null },
): Promise<void> {
  await tx.run(
    'update morning_emails set next_at = $3, mailed_on = $4 where organization_id = $1 and user_id = $2',
    [tx.organizationId, userId, nextAt, mailedOn],
  )
}

/** Members whose email is due; across organizations, ids only. */
export function listDue(db: Query, now: Date): Promise<{ organizationId: OrganizationId; userId: string }[]> {
  return db.rows('select organization_id, user_id from due_morning_emails($1)', [now])
}

export function findByToken(
  db: Query,
  hash: string,
): Promise<{ organizationId: string; userId: string } | undefined> {
  return db.row("select organization_id, user_id from find_morning_email(decode($1, 'hex'))", [hash])
}

/** @returns false if it was off */
export function turnOff(tx: TenantTx, userId: string): Promise<boolean> {
  return tx.changed(
    'update morning_emails set is_on = false where organization_id = $1 and user_id = $2 and is_on',
    [tx.organizationId, userId],
  )
}
