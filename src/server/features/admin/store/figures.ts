import type { Query } from '#server/platform/db/database.ts'

export type OrganizationCounts = {
  total: number
  active: number
  trialing: number
  pastDue: number
  canceled: number
  incomplete: number
  suspended: number
}

export async function countOrganizations(db: Query): Promise<OrganizationCounts> {
  const of = (status: string) => `count(*) filter (where subscription_status = '${status}')`
  const row = await db.row<OrganizationCounts>(
    `select count(*) as total, ${of('active')} as active, ${of('trialing')} as trialing, ${of('past_due')} as past_due,
            ${of('canceled')} as canceled, ${of('incomplete')} as incomplete,
            count(*) filter (where suspended_at is not null) as suspended
       from organizations`,
  )
  if (!row) throw new Error('Counting organizations returned no row')
  return row
}

export async function countSeats(db: Query): Promise<number> {
  const row = await db.row<{ seats: number }>(
    'select count(*) as seats from users where organization_id is not null',
  )
  return row?.seats ?? 0
}

export async function countContacts(db: Query): Promise<number> {
  const row = await db.row<{ contacts: number }>('select operator_contacts() as contacts')
  return row?.contacts ?? 0
}

export type MonthRow = {
  month: string
  revenueCents: number
  recurringCents: number
  creditsGranted: number
  creditsUsed: number
  newOrganizations: number
}

/** Figures of the months that begin at `starts`, in order; the last month counts money up to `moment`. */
export function listMonths(db: Query, starts: readonly string[], moment: Date): Promise<MonthRow[]> {
  return db.rows<MonthRow>(
    `select (month at time zone 'UTC')::date as month, revenue_cents, recurring_cents, credits_granted, credits_used,
            organizations as new_organizations
       from operator_months($1::timestamptz[], $2) order by month`,
    [starts, moment],
  )
}
