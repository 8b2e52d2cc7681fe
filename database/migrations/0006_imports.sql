-- Imports of contact files: progress, waiting chunks, skipped rows and saved column mappings.
create table imports (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('csv', 'bulk', 'vcf')),
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
  file_name text check (length(file_name) <= 200),
  -- Counts of what was kept beside the eight fields, columns that were left out, and warnings.
  report jsonb not null default '{}',
  -- Skipped rows used to update an existing contact.
  updated integer not null default 0,
  -- Approximate bytes in import_chunks and import_rows.
  stored_bytes bigint not null default 0,
  primary key (organization_id, id),
  check (imported + skipped + updated = processed and processed <= total or status = 'uploading')
);
create index imports_open on imports (created_at) where status in ('uploading', 'queued', 'running');
create index imports_creator on imports (created_by) where created_by is not null;
create index imports_time on imports (organization_id, created_at desc, id desc);
create index imports_kept on imports (organization_id) where stored_bytes > 0;
create index imports_active on imports (organization_id, status) where status in ('uploading', 'queued', 'running');

-- Skipped rows with the reason. Their contents are stored for 30 days, as long as the import can be undone.
create table import_rows (
  organization_id uuid not null,
  import_id uuid not null,
  row integer not null,
  problem text,
  -- All data of the row about the person, as far as it could be parsed.
  raw jsonb check (octet_length(raw::text) <= 262144),
  primary key (organization_id, import_id, row),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);
create index import_rows_raw on import_rows (organization_id, import_id) where raw is not null;
-- Finds skipped import rows of an erased person by address, number or name.
create index import_rows_raw_email on import_rows (organization_id, lower(raw ->> 'email')) where raw is not null;
create index import_rows_raw_phone
  on import_rows (organization_id, right(regexp_replace(raw ->> 'phone', '\D', '', 'g'), 10)) where raw is not null;
create index import_rows_raw_name
  on import_rows (organization_id, lower(raw ->> 'lastName'), lower(raw ->> 'firstName')) where raw is not null;
create index import_rows_alternate_points on import_rows using gin (organization_id, alternate_points(raw -> 'details'))
  where raw -> 'details' is not null;

-- Rows that wait for their turn, a chunk of the file in one row: writing, reading and deleting a million rows one by one
-- took as long as making contacts of them.
create table import_chunks (
  organization_id uuid not null,
  import_id uuid not null,
  -- The rows of the file it covers, from the first to the last.
  first_row integer not null,
  last_row integer not null,
  -- How many of them were refused as they arrived; those stand in import_rows.
  refused integer not null,
  -- All others, as JSON. Text, because nothing here looks into it.
  drafts text not null,
  primary key (organization_id, import_id, first_row),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);
-- It lives for minutes: compressing it costs more than writing it.
alter table import_chunks alter column drafts set storage external;

-- Saved column mappings for the next file with the same header, so that monthly exports of the same program are
-- mapped only once.
create table import_mappings (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- SHA-256 of the header row without case and blanks.
  fingerprint bytea not null,
  -- Column index to field, as the import takes it.
  mapping jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (organization_id, fingerprint)
);

call protect_tenant_tables('imports', 'import_rows', 'import_chunks', 'import_mappings');
