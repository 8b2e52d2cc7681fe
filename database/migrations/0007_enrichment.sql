-- Enrichment: credits, the work itself, and reference files that it looks into.
-- Append-only. Erasing a person clears contact_id through the foreign key, which needs no right of the request role.
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
-- The ledger grows at its end, so that blocks of it are of one month.
create index credit_ledger_month on credit_ledger using brin (created_at);

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
  -- Providers that matched, for the timeline.
  providers text[],
  primary key (organization_id, id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete set null (contact_id)
);
create unique index enrichments_one_at_a_time on enrichments (organization_id, contact_id)
  where status in ('waiting', 'queued', 'running');
create index enrichments_contact on enrichments (organization_id, contact_id, created_at desc);
create index enrichments_import on enrichments (organization_id, import_id) where import_id is not null;
create index enrichments_open on enrichments (lease_until) where status in ('queued', 'running');
create index enrichments_waiting on enrichments (organization_id) where status = 'waiting';
-- References to users, so that deleting one does not scan whole tables.
create index enrichments_requester on enrichments (requested_by) where requested_by is not null;

-- Files that an operator loads. They belong to no organization. Requests only read them; the loader writes them as the
-- owner.
create table reference_files (
  name text primary key check (name in ('public_records', 'sanctions')),
  -- The name of the file or folder without its path.
  file text not null,
  -- Of the content that is loaded; null until something was.
  sha256 text,
  -- The current rows. Rows of other loads are about to be deleted.
  load_id uuid,
  list_date date,
  loaded_at timestamptz,
  rows integer not null default 0,
  refused integer not null default 0,
  -- The first skipped rows: line and reason, never their content.
  skipped_sample jsonb not null default '[]',
  checked_at timestamptz not null,
  -- Why the file could not be loaded when it was last looked at; what was loaded before still counts.
  problem text
);

-- Documents of courts and counties.
create table public_records (
  load_id uuid not null,
  line integer not null,
  kind text not null,
  -- Folded words of all names on the document.
  words text[] not null,
  -- Search keys: ZIP code, state and city, both also with the house number, or state and county.
  places text[] not null,
  record jsonb not null,
  primary key (load_id, line)
);
create index public_records_parties on public_records using gin (words, places);
create index public_records_places on public_records using gin (places)
  where kind in ('permit', 'listing', 'disaster');

-- The list for sanctions screening, one row a name: an entry of the list has its own and those it is also known by.
create table sanctioned_names (
  load_id uuid not null,
  id integer not null,
  entity_number text not null,
  name text not null,
  -- Folded words in alphabetical order.
  normalized text not null,
  -- How pairs of its words sound: names that share none are not alike.
  keys text[] not null,
  kind text not null check (kind in ('primary', 'aka', 'fka', 'nka')),
  strength text check (strength in ('strong', 'weak')),
  program text,
  birth_years smallint[] not null,
  primary key (load_id, id)
);
create index sanctioned_names_keys on sanctioned_names using gin (keys);

call protect_tenant_tables('credit_ledger', 'enrichments');
revoke update, delete on credit_ledger from {{app_role}};
-- A merge moves entries to the kept contact.
grant update (contact_id) on credit_ledger to {{app_role}};
grant select on reference_files, public_records, sanctioned_names to {{app_role}};
