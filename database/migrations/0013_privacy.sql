-- Privacy: data exports, erasure of organizations, and privacy requests.
create table data_exports (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- voided: a contact in it was erased later; expired: past retention. Neither has chunks anymore.
  status text not null default 'queued'
    check (status in ('queued', 'running', 'ready', 'failed', 'voided', 'expired')),
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
create index data_exports_requester on data_exports (requested_by) where requested_by is not null;

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

-- Notices to owners before an erasure: once per cancellation and number of days.
create table retention_notices (
  organization_id uuid not null references organizations (id) on delete cascade,
  canceled_at timestamptz not null,
  days_left integer not null,
  created_at timestamptz not null,
  mailed_to uuid[] not null default '{}',
  -- Null when nothing is left to do, since `completed_at`.
  next_mail_at timestamptz,
  completed_at timestamptz,
  primary key (organization_id, canceled_at, days_left)
);
create index retention_notices_due on retention_notices (next_mail_at) where next_mail_at is not null;

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
  started_at timestamptz not null,
  finished_at timestamptz
);
create index erasures_due on erasures (next_try_at) where finished_at is null;
create index erasures_finished on erasures (finished_at) where finished_at is not null;

-- Erasures as they happen, by ids and hashes alone. Copied beside the backups, so that the newest ones outlive the
-- database, and repeated on a restored backup.
create table erasure_log (
  id uuid primary key default gen_random_uuid(),
  -- request: erased outside of organizations for a privacy request; suppression: an entry of a suppression list.
  kind text not null check (kind in ('contact', 'organization', 'account', 'suppression', 'request')),
  organization uuid,
  -- The id of what was erased, or a hash in hexadecimal.
  subject text not null,
  details jsonb not null default '{}',
  at timestamptz not null default now(),
  copied_at timestamptz
);
create index erasure_log_time on erasure_log (at);
create index erasure_log_to_copy on erasure_log (at) where copied_at is null;

-- Requests of people about data on themselves. Global: they concern the whole instance, only the operator reads them.
create table privacy_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('access', 'correction', 'erasure', 'objection', 'portability')),
  -- A completed erasure request has neither name nor address once its outcome was sent; nor do the person's earlier
  -- requests.
  name text,
  email text check (email = lower(email)),
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
  check ((confirmed_at is null) = (due_at is null)),
  constraint privacy_requests_person check ((name is null) = (email is null)),
  constraint privacy_requests_emptied check (email is not null or closed_at is not null)
);
create index privacy_requests_open on privacy_requests (due_at, id) where status in ('open', 'working');
create index privacy_requests_closed on privacy_requests (closed_at desc, id desc) where closed_at is not null;
create index privacy_requests_to_mail on privacy_requests (next_mail_at) where next_mail_at is not null;
create index privacy_requests_to_work on privacy_requests (next_work_at) where next_work_at is not null;
create index privacy_requests_email on privacy_requests (email) where email is not null;

call protect_tenant_tables('data_exports', 'data_export_chunks', 'retention_notices');
grant select, insert, update on erasures to {{app_role}};
grant select, insert on erasure_log to {{app_role}};
grant update (copied_at) on erasure_log to {{app_role}};
grant select, insert, update, delete on privacy_requests to {{app_role}};
