-- The history of imports: what the file was called, what was kept of it, and how much room its rows take.
alter table imports add column file_name text check (length(file_name) <= 200);
-- Counts of what was kept beside the eight fields, columns that were left out, and warnings.
alter table imports add column report jsonb not null default '{}';
-- Skipped rows used to update an existing contact.
alter table imports add column updated integer not null default 0;
-- Approximate bytes in import_chunks and import_rows.
alter table imports add column kept_bytes bigint not null default 0;
alter table imports drop constraint imports_check;
alter table imports add constraint imports_check
  check (imported + skipped + updated = processed and processed <= total or status = 'uploading');
create index imports_time on imports (organization_id, created_at desc, id desc);
create index imports_kept on imports (organization_id) where kept_bytes > 0;
create index imports_active on imports (organization_id, status) where status in ('uploading', 'queued', 'running');
