-- Two-way sync with Follow Up Boss: the connection, what is linked, what waits, and conflicts of fields.

create table follow_up_boss_connections (
  organization_id uuid primary key references organizations (id) on delete cascade,
  -- The owner's API key, sealed.
  key_id text not null,
  api_key bytea not null,
  -- The last part of the URL that Follow Up Boss calls.
  hook_id uuid not null default gen_random_uuid(),
  -- Their account; a key of another one is refused.
  account_id bigint not null,
  account_name text not null check (length(account_name) between 1 and 200),
  -- By kind: both, in, out or off.
  directions jsonb not null,
  -- Signals, scores and reasons leave only if the owner turned this on.
  shares_insights boolean not null default false,
  status text not null default 'active' check (status in ('active', 'paused', 'failed')),
  problem text check (problem in ('key', 'access', 'down', 'busy')),
  has_hooks boolean not null default false,
  -- The first import, which goes through both sides once.
  stage text not null default 'new' check (stage in ('new', 'people', 'notes', 'tasks', 'events', 'contacts', 'done')),
  stage_cursor text check (length(stage_cursor) <= 2000),
  received integer not null default 0,
  skipped integer not null default 0,
  total integer,
  -- No call before this time.
  wait_until timestamptz,
  failures integer not null default 0,
  -- One process at a time works for an organization. Afterwards it must have died.
  leased_until timestamptz,
  polled_at timestamptz,
  -- By resource: the latest change of people, and the newest id of the rest.
  seen jsonb not null default '{}',
  last_sync_at timestamptz,
  connected_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index follow_up_boss_connections_hook on follow_up_boss_connections (hook_id);
create index follow_up_boss_connections_user on follow_up_boss_connections (connected_by);

create table follow_up_boss_links (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('person', 'note', 'task', 'activity', 'insight', 'event')),
  resource text not null check (resource in ('people', 'notes', 'tasks', 'events')),
  -- Null while it is being created there.
  remote_id bigint,
  -- Null if it was not added here.
  local_id uuid,
  -- Null after the contact was deleted: it is never added again.
  contact_id uuid,
  -- Keyed hashes of the values that both sides last agreed on.
  seen jsonb not null default '{}',
  -- Deleted there.
  gone_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id),
  unique (organization_id, resource, remote_id),
  unique (organization_id, kind, local_id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete set null (contact_id),
  foreign key (organization_id) references follow_up_boss_connections (organization_id) on delete cascade
);
create index follow_up_boss_links_contact on follow_up_boss_links (organization_id, contact_id);

-- Changes to compare: of a contact with all that belongs to it here, or of an object there.
create table follow_up_boss_queue (
  organization_id uuid not null references follow_up_boss_connections (organization_id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- The contact, which may be gone.
  local_id uuid,
  resource text check (resource in ('people', 'notes', 'tasks', 'events')),
  remote_id bigint,
  attempts integer not null default 0,
  -- Null once it was given up.
  next_attempt_at timestamptz default clock_timestamp(),
  problem text check (length(problem) <= 200),
  changed_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id),
  check ((local_id is null) = (resource is not null and remote_id is not null))
);
create index follow_up_boss_queue_due on follow_up_boss_queue (organization_id, next_attempt_at, changed_at)
  where next_attempt_at is not null;

create table follow_up_boss_conflicts (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  kind text not null check (kind in ('person', 'note', 'task')),
  local_id uuid not null,
  field text not null,
  kept text not null check (kept in ('here', 'there')),
  kept_value text,
  lost_value text,
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  undone_by uuid references users (id) on delete set null,
  primary key (organization_id, id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade,
  foreign key (organization_id) references follow_up_boss_connections (organization_id) on delete cascade
);
create index follow_up_boss_conflicts_contact on follow_up_boss_conflicts (organization_id, contact_id);
create index follow_up_boss_conflicts_time on follow_up_boss_conflicts (organization_id, created_at desc, id desc);
create index follow_up_boss_conflicts_user on follow_up_boss_conflicts (undone_by);

call protect_tenant_tables('follow_up_boss_connections', 'follow_up_boss_links', 'follow_up_boss_queue',
  'follow_up_boss_conflicts');
-- Owners alone manage the connection, so members with own or team records see none of it.
create policy follow_up_boss_connections_access on follow_up_boss_connections as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);
create policy follow_up_boss_links_access on follow_up_boss_links as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);
create policy follow_up_boss_queue_access on follow_up_boss_queue as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);
create policy follow_up_boss_conflicts_access on follow_up_boss_conflicts as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);
