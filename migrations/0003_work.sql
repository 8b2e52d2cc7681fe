-- Work in progress and its history: credits, enrichments, imports, payment events, the audit log.
create table credit_ledger (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  amount integer not null check (amount <> 0),
  operation text not null,
  description text,
  contact_id uuid,
  metadata jsonb,
  -- One effect a key: a repeated grant, charge or refund is no second row.
  idempotency_key text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, idempotency_key),
  -- The ledger keeps the amount when the person is erased.
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete set null (contact_id)
);
create index credit_ledger_contact on credit_ledger (organization_id, contact_id) where contact_id is not null;
create index credit_ledger_time on credit_ledger (organization_id, created_at desc, id);

create table enrichments (
  -- Also without a contact the row goes with its organization.
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- Null once the contact was deleted: an open reservation must still be found and refunded.
  contact_id uuid,
  -- waiting: wanted by an import, no credit reserved yet; queued and running hold one.
  status text not null check (status in ('waiting', 'queued', 'running', 'matched', 'no_match', 'failed')),
  -- A charged enrichment has its debit in the ledger under `enrich:<id>`, its refund under `refund:<id>`.
  charged boolean not null default false,
  import_id uuid,
  requested_by uuid references users (id) on delete set null,
  attempts integer not null default 0,
  -- While running: the worker owns it until then; later the sweep takes it back.
  lease_until timestamptz,
  failure text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete set null (contact_id)
);
create unique index enrichments_one_at_a_time on enrichments (organization_id, contact_id)
  where status in ('waiting', 'queued', 'running');
create index enrichments_contact on enrichments (organization_id, contact_id, created_at desc);
create index enrichments_import on enrichments (organization_id, import_id) where import_id is not null;
create index enrichments_open on enrichments (lease_until) where status in ('queued', 'running');
create index enrichments_waiting on enrichments (organization_id) where status = 'waiting';

create table imports (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('csv', 'bulk')),
  status text not null default 'uploading'
    check (status in ('uploading', 'queued', 'running', 'done', 'failed', 'undone')),
  enrich boolean not null default true,
  total integer not null default 0,
  -- Rows up to this one are done; a restarted job goes on behind it.
  processed_row integer not null default 0,
  processed integer not null default 0,
  imported integer not null default 0,
  skipped integer not null default 0,
  failure text,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, id),
  check (imported + skipped = processed and processed <= total or status = 'uploading')
);
create index imports_open on imports (created_at) where status in ('uploading', 'queued', 'running');

-- The rows of a file: a draft waiting to become a contact, or the reason why it did not.
create table import_rows (
  organization_id uuid not null,
  import_id uuid not null,
  row integer not null,
  draft jsonb,
  problem text,
  primary key (organization_id, import_id, row),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);

-- Events of the payment provider, stored before they act. Global: the organization is found from the event.
create table webhook_events (
  provider text not null,
  event_id text not null,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text,
  primary key (provider, event_id)
);

-- Hosted checkouts of the embedded test payments; empty where a real payment provider is connected.
create table test_checkouts (
  id text primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  plan text not null,
  billing_period text not null check (billing_period in ('monthly', 'yearly')),
  customer_id text not null,
  subscription_id text not null,
  status text not null default 'open' check (status in ('open', 'paid', 'declined', 'canceled')),
  created_at timestamptz not null default now()
);

-- Append-only. Platform events that belong to no organization carry the nil id.
create table audit_log (
  organization_id uuid not null default '00000000-0000-0000-0000-000000000000',
  id uuid not null default gen_random_uuid(),
  actor text not null,
  action text not null,
  subject text,
  details jsonb,
  request_id text,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index audit_log_time on audit_log (organization_id, created_at desc);
