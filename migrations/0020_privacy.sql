-- Data exports, suppression lists, erasure of organizations, and privacy requests.
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check
  check (kind in ('signals', 'task_overdue', 'import_finished', 'credits_low', 'export_ready'));

create table data_exports (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- voided: a contact in it was erased later; expired: past retention. Neither has chunks anymore.
  status text not null default 'queued' check (status in ('queued', 'running', 'ready', 'failed', 'voided', 'expired')),
  requested_by uuid references users (id) on delete set null,
  kinds_done integer not null default 0,
  rows_done bigint not null default 0,
  bytes bigint not null default 0,
  sha256 text,
  attempts integer not null default 0,
  -- While running: one worker owns it until then, and `attempts` is its name.
  lease_until timestamptz,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id),
  check ((status = 'ready') <= (sha256 is not null))
);
create unique index data_exports_one_at_a_time on data_exports (organization_id) where status in ('queued', 'running');
create index data_exports_time on data_exports (organization_id, created_at desc, id desc);
create index data_exports_open on data_exports (lease_until) where status in ('queued', 'running');
create index data_exports_ready on data_exports (finished_at) where status = 'ready';

-- The archive in order; in the database, so that every process can send it.
create table data_export_chunks (
  organization_id uuid not null,
  export_id uuid not null,
  position integer not null,
  bytes bytea not null,
  primary key (organization_id, export_id, position),
  foreign key (organization_id, export_id) references data_exports (organization_id, id) on delete cascade
);
-- Compressed already.
alter table data_export_chunks alter column bytes set storage external;

-- All rows of one entry tell of the same person: their keys with the name, or an address or number alone.
alter table suppressions
  add column entry_id uuid not null default gen_random_uuid(),
  add column kind text not null default 'person' check (kind in ('person', 'email', 'phone'));
create index suppressions_entry on suppressions (organization_id, entry_id);

-- Platform suppression list, filled by privacy requests. Only hashes.
create table platform_suppressions (
  key bytea primary key,
  kind text not null check (kind in ('person', 'email', 'phone')),
  created_at timestamptz not null default now()
);
grant select, insert on platform_suppressions to {{app_role}};

-- Finds skipped import rows of an erased person by address, number or name.
create index import_rows_raw_email on import_rows (organization_id, lower(raw ->> 'email')) where raw is not null;
create index import_rows_raw_phone
  on import_rows (organization_id, right(regexp_replace(raw ->> 'phone', '\D', '', 'g'), 10)) where raw is not null;
create index import_rows_raw_name
  on import_rows (organization_id, lower(raw ->> 'lastName'), lower(raw ->> 'firstName')) where raw is not null;

-- References to users, so that deleting one does not scan whole tables.
create index enrichments_requester on enrichments (requested_by) where requested_by is not null;
create index imports_creator on imports (created_by) where created_by is not null;
create index tasks_assignee on tasks (assigned_to) where assigned_to is not null;
create index notifications_user on notifications (user_id) where user_id is not null;
create index notification_reads_user on notification_reads (user_id);
create index contact_consents_recorder on contact_consents (recorded_by) where recorded_by is not null;
create index outcomes_recorder on outcomes (recorded_by) where recorded_by is not null;
create index data_exports_requester on data_exports (requested_by) where requested_by is not null;

-- Notices to owners before an erasure: once per cancellation and number of days.
create table retention_notices (
  organization_id uuid not null references organizations (id) on delete cascade,
  canceled_at timestamptz not null,
  days_left integer not null,
  created_at timestamptz not null,
  mailed_to uuid[] not null default '{}',
  -- Null when nothing is left to do, since `told_at`.
  next_mail_at timestamptz,
  told_at timestamptz,
  primary key (organization_id, canceled_at, days_left)
);
create index retention_notices_due on retention_notices (next_mail_at) where next_mail_at is not null;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['data_exports', 'data_export_chunks', 'retention_notices'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy %I on %I using (organization_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)
         with check (organization_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)',
      tenant_table || '_tenant', tenant_table);
    execute format('create policy %I on %I for select to current_user using (true)',
                   tenant_table || '_sweep', tenant_table);
    execute format('grant select, insert, update, delete on %I to {{app_role}}', tenant_table);
  end loop;
end $$;

-- Organizations that are being erased or were; it outlives them, so it holds ids alone.
create table erasures (
  organization uuid primary key,
  cause text not null check (cause in ('owner', 'operator', 'retention')),
  requested_by uuid,
  -- Members at the start: deleted at the end, unless they joined another organization.
  users uuid[] not null,
  -- How the payment provider calls it; events that come later are found by these.
  provider_ids text[] not null,
  rows_erased bigint not null default 0,
  attempts integer not null default 0,
  next_try_at timestamptz,
  begun_at timestamptz not null,
  finished_at timestamptz
);
create index erasures_due on erasures (next_try_at) where finished_at is null;
create index erasures_finished on erasures (finished_at) where finished_at is not null;
grant select, insert, update on erasures to {{app_role}};

-- Requests of people about data on themselves. Global: they concern the whole instance, only the operator reads them.
create table privacy_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('access', 'correction', 'erasure', 'objection', 'portability')),
  name text not null,
  email text not null check (email = lower(email)),
  phone text,
  company text,
  details text,
  -- working: erasing or objecting goes on in every organization.
  status text not null default 'unconfirmed'
    check (status in ('unconfirmed', 'open', 'working', 'answered', 'erased', 'objected', 'rejected')),
  created_at timestamptz not null,
  confirmed_at timestamptz,
  due_at timestamptz,
  closed_at timestamptz,
  closed_by uuid,
  -- Work in all organizations, who ordered it, and whether the phone number counts in addition to the confirmed
  -- address.
  work text check (work in ('erase', 'object')),
  by_phone boolean not null default false,
  contacts_touched integer not null default 0,
  -- The answer, or the reason of a rejection.
  answer text,
  token_hash text unique,
  token_expires_at timestamptz,
  -- How far operators were reminded: 1 ten days, 2 three days, 3 overdue.
  reminded smallint not null default 0,
  -- The due email: the confirmation link, later the outcome.
  mail text check (mail in ('confirm', 'outcome')),
  mail_attempts integer not null default 0,
  next_mail_at timestamptz,
  next_work_at timestamptz,
  check ((status = 'unconfirmed') = (confirmed_at is null)),
  check ((confirmed_at is null) = (due_at is null))
);
create index privacy_requests_open on privacy_requests (due_at, id) where status in ('open', 'working');
create index privacy_requests_closed on privacy_requests (closed_at desc, id desc) where closed_at is not null;
create index privacy_requests_to_mail on privacy_requests (next_mail_at) where next_mail_at is not null;
create index privacy_requests_to_work on privacy_requests (next_work_at) where next_work_at is not null;
grant select, insert, update, delete on privacy_requests to {{app_role}};

-- Across organizations, ids and counts only.
create function abandoned_exports(moment timestamptz) returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id from data_exports
   where status in ('queued', 'running') and coalesce(lease_until, created_at) < moment
   order by lease_until nulls first limit 100
$$;
create function expired_exports(moment timestamptz) returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id from data_exports where status = 'ready' and finished_at < moment
   order by finished_at limit 100
$$;
create function exports_to_empty() returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.organization_id, e.id from data_exports e
   where e.status in ('failed', 'voided', 'expired')
     and exists (select from data_export_chunks c where c.organization_id = e.organization_id and c.export_id = e.id)
   limit 100
$$;
create function due_retention_notices(moment timestamptz)
  returns table (organization_id uuid, canceled_at timestamptz, days_left integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, canceled_at, days_left from retention_notices where next_mail_at <= moment
   order by next_mail_at limit 100
$$;
-- Organizations that were canceled before a moment and not reactivated, behind an id.
create function organizations_canceled_before(moment timestamptz, after uuid)
  returns table (organization_id uuid, canceled_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id, e.at from organizations o
    cross join lateral (
      select coalesce(max(s.canceled_at), o.subscription_event_at, o.updated_at) as at
        from subscriptions s where s.organization_id = o.id) e
   where o.subscription_status = 'canceled' and e.at < moment and (after is null or o.id > after)
     and not exists (select from erasures r where r.organization = o.id)
   order by o.id limit 500
$$;
create function organizations_reaching(sought_email text, sought_phone text)
  returns table (organization_id uuid, name text, contacts integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id, o.name, n.contacts::int from organizations o
    cross join lateral (
      select count(*) as contacts from (
        select c.id from contacts c where c.organization_id = o.id and c.email = sought_email
        union
        select c.id from contacts c where c.organization_id = o.id and c.phone = sought_phone) found) n
   where n.contacts > 0 order by n.contacts desc, o.id
$$;

-- Erases up to about `wanted` rows of the transaction's organization, whose erasure must have started; 0 when only
-- the organization itself is left. An enrichment is deleted together with its ledger entries and their effect on the
-- balance, so that billing checks always pass.
create function erase_organization_slice(wanted integer) returns integer
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

do $$
declare
  signature text;
begin
  foreach signature in array array[
    'abandoned_exports(timestamptz)', 'expired_exports(timestamptz)', 'exports_to_empty()', 'due_retention_notices(timestamptz)',
    'organizations_canceled_before(timestamptz, uuid)', 'organizations_reaching(text, text)',
    'erase_organization_slice(integer)'
  ] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to {{app_role}}', signature);
  end loop;
end $$;
