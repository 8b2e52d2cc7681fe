import type { CurrentUser, MemberAccess } from '#contract/auth.ts'
import type { Role } from '#contract/endpoint.ts'
import type { SubscriptionStatus } from '#contract/organizations.ts'
import type { OwnSession } from '#contract/profile.ts'
import type { Query } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { logErasures } from '#server/platform/erasure-log.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

const COLUMNS = 'id, email, first_name, last_name, profile_image_url, organization_id, role'

/** A user with their home organization. */
export type UserRow = Omit<CurrentUser, 'access' | 'isSuspended'>

export type SessionRow = {
  userId: string
  email: string
  organizationId: string | null
  role: Role
  access: MemberAccess
  subscriptionStatus: SubscriptionStatus | null
  isSuspended: boolean
  expire: string
  seenAt: string
}

/** The session of a cookie, with the current state of its user in the organization that the session works in. */
export function findSession(db: Query, sid: string): Promise<SessionRow | undefined> {
  return db.row<SessionRow>(
    `select u.id as user_id, u.email, o.id as organization_id,
            case when s.organization_id is null then u.role else m.role end as role,
            case when m.role = 'MEMBER' then m.access else 'all' end as access, o.subscription_status,
            o.suspended_at is not null as is_suspended, s.expire, s.seen_at
       from sessions s join users u on u.id = s.user_id
       left join organizations o on o.id = coalesce(s.organization_id, u.organization_id)
       left join memberships m on m.user_id = u.id and m.organization_id = o.id
      where s.sid = $1 and s.expire > now()`,
    [sid],
    'find-session',
  )
}

export async function insertSession(
  tx: Query,
  session: { sid: string; userId: string; days: number; device: string | null },
): Promise<void> {
  await tx.run(
    `insert into sessions (sid, sess, expire, user_id)
     values ($1, jsonb_build_object('startedAt', now(), 'device', $4::text), now() + make_interval(days => $3), $2)`,
    [session.sid, session.userId, session.days, session.device],
  )
}

/** Lets a session work in an organization of its user. @returns false if the user is no member */
export function updateActiveOrganization(tx: Query, sid: string, organizationId: string): Promise<boolean> {
  return tx.changed(
    `update sessions s set organization_id = m.organization_id
       from memberships m where s.sid = $1 and m.user_id = s.user_id and m.organization_id = $2`,
    [sid, organizationId],
  )
}

export async function updateLastSeen(db: Query, sid: string): Promise<void> {
  await db.run('update sessions set seen_at = now() where sid = $1', [sid])
}

/** The sessions of a user, last used first; `sid` is the calling one. */
export function listSessions(
  db: Query,
  user: { userId: string; sid: string },
  page: TimeRange,
): Promise<TimedRow<OwnSession>[]> {
  return db.rows(
    `select id, sess ->> 'device' as device, (sess ->> 'startedAt')::timestamptz as started_at,
            seen_at as last_used_at, sid = $2 as current, seen_at::text as exact_at
       from sessions
      where user_id = $1 and expire > now() and ($3::timestamptz is null or (seen_at, id) < ($3, $4::uuid))
      order by seen_at desc, id desc limit $5`,
    [user.userId, user.sid, page.after?.at ?? null, page.after?.id ?? null, page.limit],
  )
}

/** Ends one session of a user. @returns the number of ended sessions */
export function deleteSessionById(tx: Query, userId: string, id: string): Promise<number> {
  return tx.run('delete from sessions where user_id = $1 and id = $2', [userId, id])
}

/** Ends the sessions of a user except `exceptSid`. @returns the number of ended sessions */
export function deleteSessions(tx: Query, userId: string, exceptSid: string | null): Promise<number> {
  return tx.run('delete from sessions where user_id = $1 and ($2::text is null or sid <> $2)', [
    userId,
    exceptSid,
  ])
}

/** Removes a user with their sessions and sign-in links. */
export async function deleteUser(tx: Query, userId: string): Promise<void> {
  await tx.run('delete from magic_link_tokens where email = (select email from users where id = $1)', [
    userId,
  ])
  await tx.run('delete from users where id = $1', [userId])
  await logErasures(tx, [{ kind: 'account', organization: null, subject: userId }])
}

/** Removes the sign-in links of an address without an account. */
export function deleteLinksWithoutUser(tx: Query, email: string): Promise<number> {
  return tx.run(
    'delete from magic_link_tokens where email = $1 and not exists (select from users where email = $1)',
    [email],
  )
}

export function isMember(db: Query, email: string, organizationId: OrganizationId): Promise<boolean> {
  return db.exists(
    `select 1 from users u join memberships m on m.user_id = u.id
      where u.email = $1 and m.organization_id = $2`,
    [email, organizationId],
  )
}

export function hasUser(db: Query, email: string): Promise<boolean> {
  return db.exists('select 1 from users where email = $1', [email])
}

/** Extends a session in use, up to 30 days from its start. */
export async function extendSession(db: Query, sid: string, days: number, maxDays: number): Promise<void> {
  await db.run(
    `update sessions set expire = least(now() + make_interval(days => $2),
       (sess ->> 'startedAt')::timestamptz + make_interval(days => $3)) where sid = $1 and expire < (sess ->> 'startedAt')::timestamptz + make_interval(days => $3)`,
    [sid, days, maxDays],
  )
}

export function deleteSession(tx: Query, sid: string): Promise<string | undefined> {
  return tx.find('delete from sessions where sid = $1 returning user_id', [sid])
}

/** True if an account asks for a code after the link. */
export function hasSecondFactor(tx: Query, userId: string): Promise<boolean> {
  return tx.exists('select 1 from second_factors where user_id = $1 and confirmed_at is not null', [userId])
}

/** True if a session began within this many minutes. */
export function isFresh(db: Query, sid: string, minutes: number): Promise<boolean> {
  return db.exists(
    `select 1 from sessions
      where sid = $1 and (sess ->> 'startedAt')::timestamptz > now() - make_interval(mins => $2)`,
    [sid, minutes],
  )
}

export async function insertPendingSignIn(
  tx: Query,
  signIn: {
    sid: string
    userId: string
    minutes: number
    device: string | null
    organizationId: string | null
  },
): Promise<void> {
  await tx.run(
    `insert into pending_sign_ins (sid, user_id, device, expires_at, organization)
     values ($1, $2, $3, now() + make_interval(mins => $4), $5)`,
    [signIn.sid, signIn.userId, signIn.device, signIn.minutes, signIn.organizationId],
  )
}

/** User id of a pending sign-in. */
export function findPendingSignIn(db: Query, sid: string): Promise<string | undefined> {
  return db.find('select user_id from pending_sign_ins where sid = $1 and expires_at > now()', [sid])
}

/** Claims a pending sign-in; of any number of concurrent calls, one gets it. */
export function claimPendingSignIn(
  tx: Query,
  sid: string,
): Promise<{ userId: string; device: string | null; organizationId: string | null } | undefined> {
  return tx.row(
    `delete from pending_sign_ins where sid = $1 and expires_at > now()
     returning user_id, device, organization as organization_id`,
    [sid],
  )
}

/** Ends the pending sign-ins of a user. */
export function deletePendingSignIns(tx: Query, userId: string): Promise<number> {
  return tx.run('delete from pending_sign_ins where user_id = $1', [userId])
}

/** Stores a link, which voids the older ones of the address. `browser` is the hash of the requesting browser's cookie. */
export async function insertToken(
  tx: Query,
  link: { email: string; token: string; browser: string | null; minutes: number },
): Promise<void> {
  await tx.run('update magic_link_tokens set used = true where email = $1 and not used', [link.email])
  await tx.run(
    `insert into magic_link_tokens (email, token, browser, expires_at)
     values ($1, $2, $3, now() + make_interval(mins => $4))`,
    [link.email, link.token, link.browser, link.minutes],
  )
}

/** A usable link; doesn't use it. */
export function findToken(
  db: Query,
  token: string,
): Promise<{ email: string; browser: string | null } | undefined> {
  return db.row(
    'select email, browser from magic_link_tokens where token = $1 and not used and expires_at > now()',
    [token],
  )
}

export type ClaimedToken = { email: string }

/** Claims an unused, unexpired token; of any number of concurrent calls, one gets it. */
export function claimToken(tx: Query, token: string): Promise<ClaimedToken | undefined> {
  return tx.row<ClaimedToken>(
    `update magic_link_tokens set used = true where token = $1 and not used and expires_at > now() returning email`,
    [token],
  )
}

/** True if a token was issued and never used, but has expired. */
export function isExpiredToken(tx: Query, token: string): Promise<boolean> {
  return tx.exists('select 1 from magic_link_tokens where token = $1 and not used and expires_at <= now()', [
    token,
  ])
}

/** The user with this address, created at the first sign-in. */
export function upsertUser(tx: Query, email: string): Promise<UserRow> {
  return tx.one(
    `insert into users (email) values ($1) on conflict (email) do update set updated_at = excluded.updated_at returning ${COLUMNS}`,
    [email],
  )
}

export function findUserByEmail(db: Query, email: string): Promise<UserRow | undefined> {
  return db.row<UserRow>(`select ${COLUMNS} from users where email = $1`, [email])
}

export function findUser(db: Query, userId: string): Promise<UserRow | undefined> {
  return db.row<UserRow>(`select ${COLUMNS} from users where id = $1`, [userId])
}

/**
 * Counts one more hit of a bucket and returns how many there were in the last `minutes`. Counts per minute, so that the
 * limit applies to a sliding window.
 */
export function recordHit(db: Query, bucket: string, minutes: number): Promise<number> {
  return db.value(
    `with hit as (
       insert into rate_limits (bucket, window_start, hits) values ($1, date_trunc('minute', now()), 1)
       on conflict (bucket, window_start) do update set hits = rate_limits.hits + 1 returning window_start, hits)
     select hit.hits + coalesce((
       select sum(earlier.hits) from rate_limits earlier
        where earlier.bucket = $1 and earlier.window_start < hit.window_start
          and earlier.window_start >= hit.window_start - make_interval(mins => $2)), 0)::int as hits
       from hit`,
    [bucket, minutes],
  )
}

/** Deletes expired rate limits, links and sessions. */
export async function deleteExpired(db: Query): Promise<void> {
  await db.run(`delete from rate_limits where window_start < now() - interval '1 day'`)
  await db.run(`delete from magic_link_tokens where expires_at < now() - interval '1 day'`)
  await db.run('delete from sessions where expire < now()')
  await db.run('delete from pending_sign_ins where expires_at < now()')
}
