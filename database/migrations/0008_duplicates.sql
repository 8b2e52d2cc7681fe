-- Duplicates: contacts that may be one person are found by jobs and listed for review. Merges join them, with undo.
-- Keys by which contacts that may be one person find one another, hashed together with the organization.
create table contact_match_keys (
  organization_id uuid not null,
  contact_id uuid not null,
  keys bigint[] not null,
  primary key (organization_id, contact_id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
-- Nearly every key is of one or two contacts: figures about them cost more than they tell.
alter table contact_match_keys alter column keys set statistics 0;
-- Read while it is written: a list of what is still to be sorted in would be read through with every look.
create index contact_match_keys_keys on contact_match_keys using gin (organization_id, keys) with (fastupdate = off);

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

call protect_tenant_tables('contact_match_keys', 'duplicate_suspicions', 'duplicate_checks', 'merges',
  'merge_snapshots');
-- For erase_expired_merge_snapshots.
create policy merge_snapshots_sweep on merge_snapshots to current_user using (true);
