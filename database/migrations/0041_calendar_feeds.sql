-- Addresses at which calendar programs read the tasks of a member.
create table calendar_feeds (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  user_id uuid not null,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the token in the address, and its first characters.
  token_hash text not null,
  token_start text not null,
  -- Everyone's tasks only while the member is an owner or administrator.
  tasks text not null check (tasks in ('mine', 'everyone')),
  has_contact_names boolean not null,
  -- Decides on which day a task is due.
  time_zone text not null,
  last_read_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id),
  -- Ends with the membership.
  foreign key (user_id, organization_id) references memberships (user_id, organization_id) on delete cascade
);
create index calendar_feeds_token on calendar_feeds (token_hash);
create index calendar_feeds_user on calendar_feeds (user_id, organization_id);

call protect_tenant_tables('calendar_feeds');
-- Members with own or team records see their feeds alone.
create policy calendar_feeds_access on calendar_feeds as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or user_id = (select nullif(current_setting('app.user_id', true), ''))::uuid);
