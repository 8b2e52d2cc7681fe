import type { BrokerageTerms } from '#contract/admin-brokerages.ts'
import type { Brokerage, ListedBrokerage } from '#contract/brokerages.ts'
import type { Query } from '#server/platform/db/database.ts'
import { userNameSql } from '#server/platform/db/user-name.ts'

export type BrokerageRow = {
  id: string
  name: string
  ownerId: string | null
  sharesDoNotContact: boolean
  planUntil: string | null
  planId: string | null
  hasUnlimitedCredits: boolean
  seats: number | null
  maxOffices: number | null
  slaNotes: string | null
  managerName: string | null
  managerEmail: string | null
  managerPhone: string | null
  createdAt: string
}
const COLUMNS = `b.id, b.name, b.owner_id, b.shares_do_not_contact, b.plan_until, b.plan_id, b.has_unlimited_credits, b.seats,
  b.max_offices, b.sla_notes, b.manager_name, b.manager_email, b.manager_phone, b.created_at`

const NAME = userNameSql('u')

export function listByViewer(db: Query, userId: string): Promise<ListedBrokerage[]> {
  return db.rows(
    `select b.id, b.name, case when b.owner_id = $1 then 'owner' else 'supervisor' end as role
       from brokerages b left join brokerage_supervisors s on s.brokerage_id = b.id and s.user_id = $1
      where b.owner_id = $1 or s.user_id is not null order by lower(b.name), b.id`,
    [userId],
  )
}

/** The role of a user in a brokerage; undefined for everyone else. */
export async function findRole(
  db: Query,
  id: string,
  userId: string,
): Promise<ListedBrokerage['role'] | undefined> {
  return (await listByViewer(db, userId)).find((each) => each.id === id)?.role
}

export function findBrokerage(db: Query, id: string): Promise<BrokerageRow | undefined> {
  return db.row<BrokerageRow>(`select ${COLUMNS} from brokerages b where b.id = $1`, [id])
}

/**
 * Locks a brokerage: moves, joining and leaving happen one at a time. References to it, such as those of an erasure, don't
 * wait.
 */
export function lockBrokerage(tx: Query, id: string): Promise<BrokerageRow | undefined> {
  return tx.row<BrokerageRow>(`select ${COLUMNS} from brokerages b where b.id = $1 for no key update`, [id])
}

export function insertBrokerage(tx: Query, { name, ownerId }: { name: string; ownerId: string }) {
  return tx.value<string>('insert into brokerages (name, owner_id) values ($1, $2) returning id', [
    name,
    ownerId,
  ])
}

export async function updateBrokerage(
  tx: Query,
  id: string,
  { name, sharesDoNotContact }: { name?: string | undefined; sharesDoNotContact?: boolean | undefined },
): Promise<void> {
  await tx.run(
    `update brokerages set name = coalesce($2, name), shares_do_not_contact = coalesce($3, shares_do_not_contact),
            updated_at = now() where id = $1`,
    [id, name ?? null, sharesDoNotContact ?? null],
  )
}

export async function setTerms(tx: Query, id: string, terms: Omit<BrokerageTerms, 'reason'>): Promise<void> {
  await tx.run(
    `update brokerages set has_unlimited_credits = $2, seats = $3, max_offices = $4, sla_notes = $5, manager_name = $6,
            manager_email = $7, manager_phone = $8, updated_at = now() where id = $1`,
    [
      ...[id, terms.hasUnlimitedCredits, terms.seats, terms.maxOffices, terms.slaNotes],
      ...[terms.managerName, terms.managerEmail, terms.managerPhone],
    ],
  )
}

/** Null ends the plan. */
export async function setPlan(
  tx: Query,
  id: string,
  plan: { planId: string; until: string } | null,
): Promise<void> {
  await tx.run(
    `update brokerages set plan_until = $2, plan_id = coalesce($3, plan_id), updated_at = now() where id = $1`,
    [id, plan?.until ?? null, plan?.planId ?? null],
  )
}

export async function setOwner(tx: Query, id: string, ownerId: string): Promise<void> {
  await tx.run('update brokerages set owner_id = $2, updated_at = now() where id = $1', [id, ownerId])
  await deleteSupervisor(tx, id, ownerId)
}

/** The name of a brokerage that a user owns, locked until the transaction ends. */
export function lockOwned(tx: Query, userId: string): Promise<string | undefined> {
  return tx.find('select name from brokerages where owner_id = $1 order by id limit 1 for no key update', [
    userId,
  ])
}

export function listSupervisors(db: Query, id: string): Promise<Brokerage['supervisors']> {
  return db.rows(
    `select u.id as user_id, ${NAME} as name, u.email from brokerage_supervisors s join users u on u.id = s.user_id
      where s.brokerage_id = $1 order by lower(${NAME}), u.id`,
    [id],
  )
}

export async function insertSupervisor(tx: Query, id: string, userId: string): Promise<void> {
  await tx.run(
    'insert into brokerage_supervisors (brokerage_id, user_id) values ($1, $2) on conflict do nothing',
    [id, userId],
  )
}

export function deleteSupervisor(tx: Query, id: string, userId: string): Promise<boolean> {
  return tx.changed('delete from brokerage_supervisors where brokerage_id = $1 and user_id = $2', [
    id,
    userId,
  ])
}
