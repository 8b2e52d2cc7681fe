-- Statistics over all organizations for operators, and suspension of organizations.
alter table organizations
  add column suspended_at timestamptz,
  -- Written by and for operators; members see only that the organization is suspended.
  add column suspended_reason text,
  add constraint organizations_suspension check ((suspended_at is null) = (suspended_reason is null));
create index organizations_time on organizations (created_at desc, id desc);
create index audit_log_operator on audit_log (organization_id, created_at desc, id desc) where action like 'operator.%';
create index audit_log_page on audit_log (organization_id, created_at desc, id desc);
drop index audit_log_time;
-- The ledger grows at its end, so that blocks of it are of one month.
create index credit_ledger_month on credit_ledger using brin (created_at);

-- For the functions below, which read as their owner and answer figures and ids of organizations only.
create policy organization_counters_sweep on organization_counters for select to current_user using (true);

-- How many contacts an organization has, and how many all of them have together.
create function operator_contacts(organization uuid) returns bigint
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(contacts), 0)::bigint from organization_counters where organization_id = organization
$$;
create function operator_contacts() returns bigint
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(contacts), 0)::bigint from organization_counters
$$;

-- One row a month that begins at one of `starts` and lasts to the next one, the last one without end.
-- `revenue_cents`: paid in the month, less what was paid back of those invoices. `recurring_cents`: what a month of the
-- periods costs that were paid for and running when the month ended, for the last one at `moment`.
create function operator_months(starts timestamptz[], moment timestamptz)
  returns table (month timestamptz, revenue_cents bigint, recurring_cents bigint, credits_granted bigint,
                 credits_used bigint, organizations bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with months as materialized (
    select start as month, coalesce(lead(start) over (order by start), 'infinity') as ends,
           coalesce(lead(start) over (order by start), moment) as told_at
      from unnest(starts) start),
  movements as materialized (
    select date_trunc('month', created_at, 'UTC') as month,
           coalesce(sum(amount) filter (where operation = 'grant'), 0)::bigint as granted,
           -coalesce(sum(amount) filter (where operation in ('enrich', 'refund')), 0)::bigint as used
      from credit_ledger where created_at >= (select min(start) from unnest(starts) start) group by 1)
  select m.month, p.revenue, p.recurring, coalesce(l.granted, 0), coalesce(l.used, 0), o.founded
    from months m left join movements l on l.month = m.month
    cross join lateral (
      select coalesce(sum(amount_cents - least(amount_cents, coalesce(refunded_cents, 0)))
               filter (where paid_at >= m.month and paid_at < m.ends), 0)::bigint as revenue,
             coalesce(round(sum(case period when 'yearly' then amount_cents / 12.0 else amount_cents end)
               filter (where paid_at <= m.told_at and coalesce(period_start, paid_at) <= m.told_at
                         and period_end > m.told_at and (refunded_at is null or refunded_at > m.told_at))), 0)::bigint
               as recurring
        from subscription_payments where paid_at is not null and currency = 'usd') p
    cross join lateral (
      select count(*) as founded from organizations where created_at >= m.month and created_at < m.ends) o
   order by m.month
$$;

-- Plans that were agreed with the operator and whose last day is over.
create function due_agreements(moment timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct organization_id from subscriptions
   where provider = 'agreement' and status = 'active' and period_end <= moment limit 100
$$;
create index subscriptions_agreements on subscriptions (period_end)
  where provider = 'agreement' and status = 'active';

-- Work that goes on by itself rests while an organization is suspended.
create or replace function organizations_with_waiting_enrichments() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
   where o.credits > 0 and o.subscription_status = 'active' and o.suspended_at is null
     and exists (select from enrichments e where e.organization_id = o.id and e.status = 'waiting'
                   and e.contact_id is not null)
$$;
create or replace function organizations_with_due_verifications() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
   where o.subscription_status = 'active' and o.suspended_at is null
     and exists (select from contacts c where c.organization_id = o.id and c.verification_due_at <= now())
   limit 1000
$$;

-- How many jobs wait, run and were given up, by their name. The queue makes its tables itself, after the migrations.
create function queue_figures()
  returns table (job text, waiting bigint, running bigint, failed bigint, waiting_since timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  return query execute $query$
    select name,
           count(*) filter (where state::text in ('created', 'retry') and start_after <= now()),
           count(*) filter (where state::text = 'active'),
           count(*) filter (where state::text = 'failed'),
           min(start_after) filter (where state::text in ('created', 'retry') and start_after <= now())
      from pgboss.job where name !~ '^__pgboss' group by name order by name limit 200 $query$;
end $$;

do $$
declare
  signature text;
begin
  foreach signature in array array['operator_contacts(uuid)', 'operator_contacts()',
                                   'operator_months(timestamptz[], timestamptz)', 'due_agreements(timestamptz)',
                                   'queue_figures()'] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to {{app_role}}', signature);
  end loop;
end $$;
