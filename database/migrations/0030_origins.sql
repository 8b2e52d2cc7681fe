-- Requests to change the origin of a contact, which need the other side's consent, and the way of a leaver's contacts to
-- another organization.

-- Open requests only: a request ends with its row, and the audit log says how. It is void when the contact is deleted or
-- merged, and when the member leaves.
create table origin_requests (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  -- The agent's side: who brought the contact, or will have brought it.
  member_id uuid not null,
  to_origin text not null check (to_origin in ('agent', 'team')),
  asked_by uuid not null references users (id) on delete cascade,
  -- The side that asked; the other one answers.
  asked_side text not null check (asked_side in ('agent', 'team')),
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, contact_id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade,
  foreign key (member_id, organization_id) references memberships (user_id, organization_id) on delete cascade
);
create index origin_requests_member on origin_requests (member_id, organization_id);
create index origin_requests_asker on origin_requests (asked_by);
create index origin_requests_expiry on origin_requests (expires_at);

call protect_tenant_tables('origin_requests');
-- The member's own side; the contact itself may belong to another member by now.
create policy origin_requests_access on origin_requests as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or member_id = (select nullif(current_setting('app.user_id', true), '')::uuid));

-- Global, because a transfer spans two organizations and its user may belong to neither of them yet or anymore.
create table contact_transfers (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  from_organization uuid not null references organizations (id) on delete cascade,
  -- Null while a former member may still take their contacts.
  to_organization uuid references organizations (id) on delete cascade,
  status text not null check (status in ('offered', 'running', 'done', 'failed')),
  contacts integer not null default 0 check (contacts >= 0),
  transferred integer not null default 0 check (transferred >= 0),
  -- Contacts that the other organization may not add again.
  skipped integer not null default 0 check (skipped >= 0),
  -- Contacts up to this one are done; a restarted job goes on behind it.
  last_contact_id uuid,
  failure text check (length(failure) <= 300),
  created_at timestamptz not null default clock_timestamp(),
  -- The end of an offer.
  expires_at timestamptz,
  finished_at timestamptz,
  check ((status = 'offered') = (expires_at is not null)),
  check ((status = 'offered') = (to_organization is null)),
  check ((status in ('done', 'failed')) = (finished_at is not null))
);
-- One at a time from an organization, and one offer.
create unique index contact_transfers_open on contact_transfers (user_id, from_organization)
  where status in ('offered', 'running');
create index contact_transfers_user on contact_transfers (user_id, created_at desc);
create index contact_transfers_from on contact_transfers (from_organization);
create index contact_transfers_to on contact_transfers (to_organization);
create index contact_transfers_running on contact_transfers (id) where status = 'running';
grant select, insert, update, delete on contact_transfers to {{app_role}};

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in
  ('signals', 'task_overdue', 'import_finished', 'credits_low', 'export_ready', 'billing', 'assigned', 'origin')) not valid;
alter table notifications validate constraint notifications_kind_check;
