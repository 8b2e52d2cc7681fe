-- What happened, for programs: written in the transaction of the change, kept 30 days.
create table events (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  -- Commits come in another order than ids. Readers take transactions in order, and only those before the oldest one that runs.
  xid xid8 not null default pg_current_xact_id(),
  type text not null,
  -- Objects that changed, and the contact of each; `ids` is null where the contacts are what changed.
  ids uuid[],
  contact_ids uuid[],
  -- Names of changed fields.
  changed text[],
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id)
);
create index events_order on events (organization_id, xid, id);
create index events_time on events (organization_id, created_at);

-- URLs that are told of events.
create table webhook_endpoints (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  url text not null check (length(url) between 1 and 2000),
  description text check (length(description) between 1 and 100),
  -- Chosen types; all if empty.
  types text[] not null default '{}',
  key_id text not null,
  secret bytea not null,
  -- The secret from before the last rotation.
  previous_key_id text,
  previous_secret bytea,
  previous_until timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('member', 'gone', 'failing')),
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id)
);

create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  endpoint_id uuid not null,
  event_id uuid not null,
  attempt integer not null default 0,
  -- Null once it arrived or was given up. A claim moves it on, so that a process that dies loses nothing.
  next_attempt_at timestamptz default clock_timestamp(),
  claimed_until timestamptz,
  -- The last attempt: HTTP status or kind of failure.
  status integer,
  failure text,
  milliseconds integer,
  attempted_at timestamptz,
  arrived_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id),
  foreign key (organization_id, endpoint_id) references webhook_endpoints (organization_id, id) on delete cascade,
  foreign key (organization_id, event_id) references events (organization_id, id) on delete cascade
);
create index webhook_deliveries_due on webhook_deliveries (organization_id, endpoint_id, next_attempt_at)
  where next_attempt_at is not null;
create index webhook_deliveries_claimed on webhook_deliveries (organization_id, endpoint_id, claimed_until)
  where claimed_until is not null;
create index webhook_deliveries_log on webhook_deliveries (organization_id, endpoint_id, created_at, id);
create index webhook_deliveries_event on webhook_deliveries (organization_id, event_id);

call protect_tenant_tables('events', 'webhook_endpoints', 'webhook_deliveries');
create policy events_access on events as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or exists (select from contacts c where c.organization_id = events.organization_id and c.id = any(events.contact_ids)));
create policy webhook_endpoints_access on webhook_endpoints as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);
create policy webhook_deliveries_access on webhook_deliveries as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in
  ('signals', 'task_overdue', 'import_finished', 'credits_low', 'export_ready', 'billing', 'assigned', 'origin', 'webhook')) not valid;
alter table notifications validate constraint notifications_kind_check;
