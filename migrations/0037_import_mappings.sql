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
alter table import_mappings enable row level security;
alter table import_mappings force row level security;
create policy import_mappings_tenant on import_mappings
  using (organization_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.org_id', true), '')::uuid);
grant select, insert, update, delete on import_mappings to {{app_role}};
