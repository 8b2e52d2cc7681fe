-- How many contacts an organization has, and how many all of them have together.
create or replace function operator_contacts(organization uuid) returns bigint
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(contacts), 0)::bigint from organization_counters where organization_id = organization
$$;

create or replace function operator_contacts() returns bigint
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(contacts), 0)::bigint from organization_counters
$$;

-- One row a month that begins at one of `starts` and lasts to the next one, the last one without end.
-- `revenue_cents`: paid in the month, less what was paid back of those invoices. `recurring_cents`: what a month of
-- the periods costs that were paid for and running when the month ended, for the last one at `moment`.
create or replace function operator_months(starts timestamptz[], moment timestamptz)
  returns table (month timestamptz, revenue_cents bigint, recurring_cents bigint, credits_granted bigint,
                 credits_used bigint, organizations bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with months as materialized (
    select start as month, coalesce(lead(start) over (order by start), 'infinity') as ends,
           coalesce(lead(start) over (order by start), moment) as completed_at
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
               filter (where paid_at <= m.completed_at and coalesce(period_start, paid_at) <= m.completed_at
                         and period_end > m.completed_at and (refunded_at is null or refunded_at > m.completed_at))), 0)::bigint
               as recurring
        from subscription_payments where paid_at is not null and currency = 'usd') p
    cross join lateral (
      select count(*) as founded from organizations where created_at >= m.month and created_at < m.ends) o
   order by m.month
$$;

-- How many jobs wait, run and were given up, by their name. The queue makes its tables itself, after the migrations.
create or replace function queue_figures()
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

-- Removes up to about `wanted` rows of a table of the whole instance that nothing needs after `moment`.
create or replace function remove_outdated(what text, moment timestamptz, wanted integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  old text := case what
    when 'webhook_events' then 'received_at < $1 and processed_at is not null'
    when 'money_notes' then 'created_at < $1'
    when 'test_events' then 'created_at < $1'
    when 'generation_queue' then 'created_at < $1 and status in (''completed'', ''failed'', ''canceled'')'
    when 'erasure_log' then 'at < $1'
    when 'backups' then 'started_at < $1 and finished_at is not null'
  end;
  removed integer;
begin
  if old is null then
    raise exception 'Nothing is removed from %', what;
  end if;
  execute format('delete from %1$I where ctid = any (array(select ctid from %1$I where %2$s limit $2))', what, old)
    using moment, wanted;
  get diagnostics removed = row_count;
  return removed;
end $$;
