-- Erases up to about `wanted` rows of the transaction's organization, whose erasure must have started; 0 when only
-- the organization itself is left. An enrichment is deleted together with its ledger entries and their effect on the
-- balance, so that billing checks always pass.
create or replace function erase_organization_slice(wanted integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  org uuid := nullif(current_setting('app.org_id', true), '')::uuid;
  tenant_table text;
  gone uuid[];
  entries integer;
  wanted_here integer;
  erased integer := 0;
begin
  if not exists (select from erasures where organization = org and finished_at is null) then
    raise exception 'No erasure of this organization has begun';
  end if;
  with slice as (
    delete from enrichments where organization_id = org
       and id = any (array(select id from enrichments where organization_id = org limit wanted / 3)) returning id)
  select array_agg(id) into gone from slice;
  if gone is not null then
    with entry as (
      delete from credit_ledger where organization_id = org and idempotency_key = any (
        array(select word || id from unnest(gone) id, unnest(array['enrich:', 'refund:']) word)) returning amount),
      counted as (select coalesce(sum(amount), 0)::int as amount from entry)
    update organizations o set credits = o.credits - c.amount from counted c where o.id = org;
    get diagnostics entries = row_count;
    return cardinality(gone) + entries;
  end if;
  -- Tables that others refer to come last.
  for tenant_table in
    select c.relname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity
       and c.relname not in ('audit_log', 'credit_ledger', 'enrichments', 'subscriptions', 'subscription_payments',
                             'subscription_refunds', 'organization_counters')
     order by (select count(*) from pg_constraint k where k.confrelid = c.oid and k.contype = 'f'), c.relname
  loop
    -- Pieces of archives are about a MiB each.
    wanted_here := case tenant_table when 'data_export_chunks' then least(200, wanted - erased) else wanted - erased end;
    execute format(
      'delete from %1$I where ctid = any (array(select ctid from %1$I where organization_id = $1 limit $2))', tenant_table)
      using org, wanted_here;
    get diagnostics entries = row_count;
    erased := erased + entries;
    exit when entries >= wanted_here;
  end loop;
  return erased;
end $$;
