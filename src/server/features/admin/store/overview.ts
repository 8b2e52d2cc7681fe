import type { Overview } from '#contract/admin.ts'
import type { Query } from '#server/platform/db/database.ts'

type Counts = Pick<Overview, 'organizations' | 'seats' | 'contacts'>

export async function countCustomers(db: Query): Promise<Counts> {
  const countOf = (status: string) => `count(*) filter (where subscription_status = '${status}')`
  const { seats, contacts, ...organizations } = await db.one<
    Counts['organizations'] & Omit<Counts, 'organizations'>
  >(
    `select count(*) as total, ${countOf('active')} as active, ${countOf('trialing')} as trialing, ${countOf('past_due')} as past_due,
            ${countOf('canceled')} as canceled, ${countOf('incomplete')} as incomplete,
            count(*) filter (where suspended_at is not null) as suspended,
            (select count(*) from memberships) as seats, operator_contacts() as contacts
       from organizations`,
  )
  return { organizations, seats, contacts }
}

type MonthRow = Overview['months'][number]

/** Stats of the months that begin at `starts`, in order; the last month counts money up to `moment`. */
export function listMonths(db: Query, starts: readonly string[], moment: Date): Promise<MonthRow[]> {
  return db.rows<MonthRow>(
    `select (month at time zone 'UTC')::date as month, revenue_cents, recurring_cents, credits_granted, credits_used,
            organizations as new_organizations
       from operator_months($1::timestamptz[], $2) order by month`,
    [starts, moment],
  )
}
