-- Consents and merges of contacts. Consents are append-only; `contacts.do_not_contact` follows from the newest one.
create table contact_consents (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  channel text not null default 'all' check (channel in ('all')),
  allowed boolean not null,
  reason text check (length(reason) <= 200),
  -- Source of the consent: a member who recorded it.
  source text not null default 'member' check (source in ('member')),
  recorded_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index contact_consents_contact on contact_consents (organization_id, contact_id, created_at desc);

-- Ids alone, so that the row may outlive the people it is about.
create table merges (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  kept_id uuid not null,
  other_id uuid not null,
  merged_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  undone_by uuid references users (id) on delete set null,
  undone_at timestamptz,
  primary key (organization_id, id)
);
create index merges_kept on merges (organization_id, kept_id, created_at desc);

-- Both contacts as they were, row by row, for undo. Erasing the kept contact erases this, too.
create table merge_snapshots (
  organization_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  rows jsonb not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, id) references merges (organization_id, id) on delete cascade,
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index merge_snapshots_contact on merge_snapshots (organization_id, contact_id);
create index merge_snapshots_time on merge_snapshots (created_at);

-- Providers that matched, for the timeline.
alter table enrichments add column providers text[];

-- The timeline reads the audit log by subject; suspected duplicates are found by what two contacts share.
create index audit_log_subject on audit_log (organization_id, subject, created_at desc) where subject is not null;
create index contacts_email on contacts (organization_id, email) where email is not null;
create index contacts_phone on contacts (organization_id, phone) where phone is not null;
create index contacts_address on contacts (organization_id, address) where address is not null;
create index contacts_last_name on contacts (organization_id, last_name_key) where address is not null;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['contact_consents', 'merges', 'merge_snapshots'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy %I on %I using (organization_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)
         with check (organization_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)',
      tenant_table || '_tenant', tenant_table);
    execute format('grant select, insert, update, delete on %I to {{app_role}}', tenant_table);
  end loop;
end $$;

-- Whom an entry is about may change when two contacts become one; what it says may not.
revoke update, delete on contact_consents from {{app_role}};
grant update (contact_id) on contact_consents to {{app_role}};
grant update (contact_id) on credit_ledger to {{app_role}};

-- A merge can be undone for 30 days; after that the snapshot can go.
create policy merge_snapshots_sweep on merge_snapshots to current_user using (true);
create function erase_expired_merge_snapshots() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from merge_snapshots where created_at < now() - interval '30 days'
$$;
revoke execute on function erase_expired_merge_snapshots() from public;
grant execute on function erase_expired_merge_snapshots() to {{app_role}};
