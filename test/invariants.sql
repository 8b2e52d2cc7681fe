-- What must hold at any moment, after any fault: each row of the answer is a broken promise.
-- Run as the owner of the database, past row-level security.
select 'I1 ledger sum is not the balance' as invariant, o.id::text as subject
  from organizations o left join credit_ledger l on l.organization_id = o.id
 group by o.id having coalesce(sum(l.amount), 0) <> o.credits
union all
select 'I2 debit without exactly one of result, open enrichment or refund', d.idempotency_key
  from credit_ledger d
  left join enrichments e on e.organization_id = d.organization_id and 'enrich:' || e.id = d.idempotency_key
  left join credit_ledger r on r.organization_id = d.organization_id
        and r.idempotency_key = replace(d.idempotency_key, 'enrich:', 'refund:')
 where d.operation = 'enrich'
   and (r.id is not null)::int + coalesce((e.status in ('matched', 'queued', 'running'))::int, 0) <> 1
union all
select 'I3 charged enrichment without debit', e.id::text
  from enrichments e
 where e.charged and not exists (select from credit_ledger l
        where l.organization_id = e.organization_id and l.idempotency_key = 'enrich:' || e.id)
union all
select 'I4 task assigned outside of the organization', t.id::text
  from tasks t join users u on u.id = t.assigned_to where u.organization_id is distinct from t.organization_id
union all
select 'I5 enrichment running long past its lease', e.id::text
  from enrichments e where e.status = 'running' and e.lease_until < now() - interval '2 minutes'
union all
select 'I6 used sign-in token of nobody', t.id::text
  from magic_link_tokens t where t.used and t.expires_at > now() + interval '15 minutes'
union all
select 'I8 import counts are not its rows', i.id::text
  from imports i
 where i.status = 'done'
   and i.skipped <> (select count(*) from import_rows r
        where r.organization_id = i.organization_id and r.import_id = i.id and r.problem is not null)
union all
select 'I9 contact counter is not the number of contacts', c.organization_id::text
  from organization_counters c
 where c.contacts <> (select count(*) from contacts k where k.organization_id = c.organization_id)
union all
select 'I10 one person twice in an organization', min(k.contact_id::text)
  from contact_keys k group by k.organization_id, k.key having count(*) > 1
union all
select 'I11 enriched contact without a score', c.id::text
  from contacts c where c.enriched_at is not null and c.nine_d_score is null
union all
select 'I12 paid period granted twice', l.idempotency_key
  from credit_ledger l where l.operation = 'grant'
 group by l.organization_id, l.idempotency_key having count(*) > 1
union all
select 'I13 balance below zero', o.id::text from organizations o where o.credits < 0
union all
select 'I14 paid invoice without exactly one grant', p.invoice_id
  from subscription_payments p
 where p.paid_at is not null
   and (select count(*) from credit_ledger l where l.organization_id = p.organization_id
           and l.operation = 'grant' and l.idempotency_key = 'grant:' || p.invoice_id) <> 1
union all
select 'I15 credits taken back without a refund', l.idempotency_key
  from credit_ledger l
 where l.operation = 'revoke'
   and not exists (select from subscription_payments p where p.organization_id = l.organization_id
         and l.idempotency_key = 'revoke:' || p.invoice_id and p.refunded_at is not null)
union all
select 'I16 organization does not stand as its best subscription', o.id::text
  from organizations o
  join (select distinct on (organization_id) * from subscriptions
         order by organization_id,
                  array_position('{active,trialing,past_due,canceled,incomplete}'::text[], status::text),
                  case when status = 'active' then created_at end, event_at desc, provider, subscription_id) best
    on best.organization_id = o.id
 where (o.subscription_status, o.subscription_plan, o.stripe_subscription_id, o.subscription_period_end)
       is distinct from (best.status, best.plan, best.subscription_id, best.period_end)
union all
select 'I17 subscription or customer of two organizations', s.provider || ' ' || name
  from subscriptions s, unnest(array['subscription ' || s.subscription_id, 'customer ' || s.customer_id]) name
 group by s.provider, name having count(distinct s.organization_id) > 1
union all
select 'I18 refund open for more than a day', r.organization_id || ' ' || r.subscription_id
  from subscription_refunds r where r.state = 'open' and r.created_at < now() - interval '1 day'
union all
select 'I19 active subscription that was paid back', s.subscription_id
  from subscriptions s
 where s.status = 'active'
   and exists (select from subscription_payments p where p.organization_id = s.organization_id
         and p.provider = s.provider and p.subscription_id = s.subscription_id and p.refunded_at is not null)
union all
select 'I20 more than one active subscription', s.organization_id || ' ' || s.provider
  from subscriptions s where s.status = 'active' and s.created_at < now() - interval '10 minutes'
 group by s.organization_id, s.provider having count(*) > 1
union all
select 'I21 live signals of a contact are not those of its signals', c.id::text
  from contacts c
 where c.live_signals <> (
   select coalesce(bit_or(1 << array_position(enum_range(null::nine_d_category), s.category) - 1), 0) from signals s
    where s.organization_id = c.organization_id and s.contact_id = c.id and (s.metadata -> 'live')::boolean);
