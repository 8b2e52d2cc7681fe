-- Contacts that may be one person: found by jobs, listed for review, and dismissed for good by a person.
-- What a contact holds beside its typed fields; there already where the migration that gives it was run before.
alter table contacts add column if not exists details jsonb;

-- Keys by which contacts that may be one person find one another, hashed together with the organization.
create table contact_match_keys (
  organization_id uuid not null,
  contact_id uuid not null,
  keys bigint[] not null,
  primary key (organization_id, contact_id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
-- Read while it is written: a list of what is still to be sorted in would be read through with every look.
create index contact_match_keys_keys on contact_match_keys using gin (organization_id, keys) with (fastupdate = off);
-- Nearly every key is of one or two contacts: figures about them cost more than they tell.
alter table contact_match_keys alter column keys set statistics 0;

create table duplicate_suspicions (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- Each pair has one row, the smaller id first.
  contact_id uuid not null,
  other_id uuid not null,
  reason text not null,
  -- How much speaks for one person, in doublings of the odds.
  points real not null,
  found_at timestamptz not null default now(),
  -- A person said that these are two people. The row stays, so that the pair is not listed again.
  dismissed_at timestamptz,
  dismissed_by uuid references users (id) on delete set null,
  primary key (organization_id, id),
  unique (organization_id, contact_id, other_id),
  check (contact_id <= other_id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade,
  foreign key (organization_id, other_id) references contacts (organization_id, id) on delete cascade
);
create index duplicate_suspicions_other on duplicate_suspicions (organization_id, other_id);
create index duplicate_suspicions_open on duplicate_suspicions (organization_id, points desc, id)
  where dismissed_at is null;
create index duplicate_suspicions_dismissed_by on duplicate_suspicions (dismissed_by) where dismissed_by is not null;

-- Pending checks: one contact, an import, or the whole organization.
create table duplicate_checks (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Of the contact, the import or the organization.
  id uuid not null,
  scope text not null check (scope in ('contact', 'import', 'all')),
  -- The last contact that was looked at.
  after_id uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);

insert into duplicate_checks (organization_id, id, scope)
select organization_id, organization_id, 'all' from organization_counters where contacts > 0;

alter table contact_match_keys enable row level security;
alter table contact_match_keys force row level security;
create policy contact_match_keys_tenant on contact_match_keys
  using (organization_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.org_id', true), '')::uuid);
alter table duplicate_suspicions enable row level security;
alter table duplicate_suspicions force row level security;
create policy duplicate_suspicions_tenant on duplicate_suspicions
  using (organization_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.org_id', true), '')::uuid);
alter table duplicate_checks enable row level security;
alter table duplicate_checks force row level security;
create policy duplicate_checks_tenant on duplicate_checks
  using (organization_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.org_id', true), '')::uuid);
grant select, insert, update, delete on contact_match_keys, duplicate_suspicions, duplicate_checks to {{app_role}};

-- Contacts by key, without keys shared by more than `block_max` contacts. The request role can't use the array
-- operator with an index, so this function checks the organization itself. Without statistics, a scan with a limit
-- looks cheap to the planner but would read all contacts for each key.
create function contacts_sharing_keys(sought bigint[], block_max integer)
  returns table (key bigint, contact_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set enable_indexscan = off as $$
  select k.key, block.contact_id from unnest(sought) as k(key) cross join lateral (
    select found.contact_id, count(*) over () as members from (
      select m.contact_id from contact_match_keys m
       where m.organization_id = nullif(current_setting('app.org_id', true), '')::uuid
         and m.keys @> array[k.key] limit block_max + 1) found) block
   where block.members <= block_max
$$;
revoke execute on function contacts_sharing_keys(bigint[], integer) from public;
grant execute on function contacts_sharing_keys(bigint[], integer) to {{app_role}};

-- Organizations that wait for a look. Those with an import under way wait for its end: both would read the same contacts.
create function organizations_with_duplicate_checks() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct c.organization_id from duplicate_checks c
    join organizations o on o.id = c.organization_id
   where o.subscription_status = 'active' and o.suspended_at is null
     and not exists (select from imports i where i.organization_id = o.id and i.status in ('queued', 'running'))
   limit 1000
$$;
revoke execute on function organizations_with_duplicate_checks() from public;
grant execute on function organizations_with_duplicate_checks() to {{app_role}};
