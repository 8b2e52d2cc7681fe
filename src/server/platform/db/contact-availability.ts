/** SQL expressions that the conditions below need: the current time, and the statuses of agreements that bind. */
type Expressions = { now: string; bindingStatuses: string }

/** The day of a moment in the last time zone of the contiguous states, as `americanDay` has it. */
export const americanDaySql = (moment: string) => `(${moment} at time zone 'Etc/GMT+8')::date`

/**
 * Another broker's exclusive agreement with contact `c`: a recorded one that binds, or a listing that the provider tells
 * of, unless it is our own or an agreement recorded since says that it ended.
 */
export function otherBrokerSql({ now, bindingStatuses }: Expressions): string {
  const agreement = (condition: string) => `exists (select from broker_agreements b
    where b.organization_id = c.organization_id and b.contact_id = c.id and ${condition})`
  const bindsSql = `b.status = any(${bindingStatuses}) and (b.ends_on is null or b.ends_on >= ${americanDaySql(`${now}::timestamptz`)})`
  const endedSql = `b.side = 'seller' and not (${bindsSql}) and b.updated_at >= coalesce((select max(p.updated_at)
    from properties p where p.organization_id = c.organization_id and p.contact_id = c.id), '-infinity')`
  return `(${agreement(`b.broker = 'other' and ${bindsSql}`)} or c.listed_for_sale
    and not ${agreement(`b.broker = 'own' and b.side = 'seller' and b.status = any(${bindingStatuses})`)}
    and not ${agreement(endedSql)})`
}

/** Contact `c` may be named on lists: neither do-not-contact nor snoozed nor moved nor under another broker's agreement. */
export function availableSql(expressions: Expressions): string {
  const { now } = expressions
  return `c.can_contact and (c.snoozed_until is null or c.snoozed_until <= ${now})
    and not exists (select from outcomes o
      where o.organization_id = c.organization_id and o.contact_id = c.id and o.undone_at is null)
    and not ${otherBrokerSql(expressions)}`
}

/** Contact `c` was not contacted so recently that they should rest. */
export const restedSql = (now: string) => `(c.rests_until is null or c.rests_until <= ${now})`

export const IS_WRONG_PHONE = `coalesce(c.phone = c.wrong_phone or c.phone_verified = 'failed', false)`

/** On a registry that organization `$1` uploaded, without an exemption that may still last. */
const IS_LISTED_NUMBER = `(exists (select from do_not_call_numbers where organization_id = $1)
  and coalesce((do_not_call_check(c.phone) ->> 'isListed')::boolean, false)
  and (c.relationship is distinct from 'past_client' or c.closed_on is null)
  and not exists (select from call_exemptions e
    where e.organization_id = c.organization_id and e.contact_id = c.id and e.withdrawn_at is null))`

/** Contact `c` has a number that works and that no registry forbids. */
export const HAS_OPEN_PHONE = `c.phone is not null and not ${IS_WRONG_PHONE} and not ${IS_LISTED_NUMBER}`

/** Contact `c` has an email address that didn't fail verification. */
export const HAS_EMAIL = `c.email is not null and c.email_verified <> 'failed'`
