-- What the payment provider did without our hearing of it: events that got lost, refunds made in its own pages, money that
-- came when nobody was left to have it.

-- A partial refund has an amount and no time: `refunded_at` means the whole payment. `refunded_elsewhere`: refunded
-- in the provider's dashboard, where the subscription may continue. `refund_failed_at`: the newest refund failed
-- then.
alter table subscription_payments
  add column refunded_elsewhere boolean not null default false,
  add column refund_failed_at timestamptz,
  drop constraint subscription_payments_check1,
  add constraint subscription_payments_refund check (refunded_at is null or refunded_cents is not null);

-- Time when the provider was last polled for the status.
alter table subscriptions add column asked_at timestamptz;
create index subscriptions_running on subscriptions (provider, period_end)
  where status in ('active', 'trialing', 'past_due');
-- The provider's name of the checkout that was opened last, and when it was asked what became of it.
alter table checkout_orders add column session_id text, add column asked_at timestamptz;

create index webhook_events_received on webhook_events (received_at);

-- Billing issues for a manual check, identified by ids; belong to no organization and outlive an erased one.
create table money_notes (
  key text primary key,
  kind text not null check (kind in ('late_payment', 'refund_elsewhere', 'refund_failed', 'payment_refused')),
  organization uuid not null,
  subject text not null,
  outcome text not null,
  created_at timestamptz not null,
  mailed_at timestamptz
);
create index money_notes_time on money_notes (created_at desc);
create index money_notes_unmailed on money_notes (created_at) where mailed_at is null;
grant select, insert, update on money_notes to {{app_role}};

-- The check that ran last, by the hour or because an operator asked for it.
create table money_checks (
  one boolean primary key default true check (one),
  asked_at timestamptz,
  checked_at timestamptz,
  failed_at timestamptz,
  broken jsonb not null default '[]'
);
grant select, insert, update on money_checks to {{app_role}};

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('signals', 'task_overdue', 'import_finished', 'credits_low', 'export_ready', 'billing'));

-- Subscriptions that are past their period and of which the provider was not asked lately; ids only.
create function stale_subscriptions(connected text, over timestamptz, asked timestamptz)
  returns table (organization_id uuid, subscription_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, subscription_id from subscriptions
   where provider = connected and status in ('active', 'trialing', 'past_due') and period_end <= over
     and (asked_at is null or asked_at <= asked)
   order by asked_at nulls first, period_end limit 200
$$;

-- Checkouts of which nothing has come back since a while.
create function silent_checkouts(opened timestamptz, oldest timestamptz, asked timestamptz)
  returns table (organization_id uuid, session_id text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, session_id from checkout_orders
   where session_id is not null and opened_at <= opened and opened_at > oldest
     and (asked_at is null or asked_at <= asked)
   order by asked_at nulls first, opened_at limit 200
$$;

-- As before, but for refunds made elsewhere and refunds that failed.
create or replace function broken_money_rules(moment timestamptz default now()) returns table (rule text, subject text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select 'ledger sum is not the balance', o.id::text
    from organizations o left join credit_ledger l on l.organization_id = o.id
   group by o.id having coalesce(sum(l.amount), 0) <> o.credits or o.credits < 0
  union all
  select 'debit without exactly one of result, open enrichment or refund', d.idempotency_key
    from credit_ledger d
    left join enrichments e on e.organization_id = d.organization_id and 'enrich:' || e.id = d.idempotency_key
    left join credit_ledger r on r.organization_id = d.organization_id
          and r.idempotency_key = replace(d.idempotency_key, 'enrich:', 'refund:')
   where d.operation = 'enrich'
     and (r.id is not null)::int + coalesce((e.status in ('matched', 'queued', 'running'))::int, 0) <> 1
  union all
  select 'charged enrichment without debit', e.id::text
    from enrichments e
   where e.charged and not exists (select from credit_ledger l
          where l.organization_id = e.organization_id and l.idempotency_key = 'enrich:' || e.id)
  union all
  select 'paid invoice without exactly one grant', p.invoice_id
    from subscription_payments p
   where p.paid_at is not null
     and (select count(*) from credit_ledger l where l.organization_id = p.organization_id
             and l.operation = 'grant' and l.idempotency_key = 'grant:' || p.invoice_id) <> 1
  union all
  select 'credits taken back without a refund', l.idempotency_key
    from credit_ledger l
   where l.operation = 'revoke'
     and not exists (select from subscription_payments p where p.organization_id = l.organization_id
           and p.invoice_id = l.metadata->>'invoice'
           and (p.refunded_at is not null or p.refund_failed_at is not null))
  union all
  select 'organization does not stand as its best subscription', o.id::text
    from organizations o
    join (select distinct on (organization_id) * from subscriptions
           order by organization_id,
                    array_position('{active,trialing,past_due,canceled,incomplete}'::text[], status::text),
                    case when status = 'active' then created_at end, event_at desc, provider, subscription_id) best
      on best.organization_id = o.id
   where (o.subscription_status, o.subscription_plan, o.stripe_subscription_id, o.subscription_period_end)
         is distinct from (best.status, best.plan, best.subscription_id, best.period_end)
  union all
  select 'subscription of two organizations', provider || ' ' || subscription_id
    from subscriptions group by provider, subscription_id having count(*) > 1
  union all
  select 'customer of two organizations', provider || ' ' || customer_id
    from subscriptions group by provider, customer_id having count(distinct organization_id) > 1
  union all
  select 'active subscription that was paid back', s.subscription_id
    from subscriptions s
   where s.status = 'active'
     and exists (select from subscription_payments p where p.organization_id = s.organization_id
           and p.provider = s.provider and p.subscription_id = s.subscription_id and p.refunded_at is not null
              and not p.refunded_elsewhere)
  union all
  select 'refund open for more than a day', organization_id || ' ' || subscription_id
    from subscription_refunds where state = 'open' and created_at < moment - interval '1 day'
  union all
  select 'more than one active subscription', organization_id || ' ' || provider
    from subscriptions where status = 'active' and created_at < moment - interval '10 minutes'
   group by organization_id, provider having count(*) > 1
  union all
  select 'active subscription past its period', subscription_id
    from subscriptions where status = 'active' and period_end < moment - interval '3 days'
  union all
  -- Needs a manual fix at the provider; reported for three days.
  select 'refund that did not take place', organization_id || ' ' || subscription_id
    from subscription_refunds
   where (state = 'failed' or state = 'refused' and reason = 'double_checkout')
     and finished_at > moment - interval '3 days'
$$;

do $$
declare
  signature text;
begin
  foreach signature in array array['stale_subscriptions(text, timestamptz, timestamptz)',
                                   'silent_checkouts(timestamptz, timestamptz, timestamptz)'] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to {{app_role}}', signature);
  end loop;
end $$;
