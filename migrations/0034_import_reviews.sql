-- Opt-outs that come with a file: which import said so, and who has looked at it since.
alter table contact_consents add column import_id uuid;
alter table contact_consents add column reviewed_at timestamptz;
alter table contact_consents add column reviewed_by uuid references users (id) on delete set null;
create index contact_consents_import on contact_consents (organization_id, import_id) where import_id is not null;
create index contact_consents_review on contact_consents (organization_id, created_at desc, id desc)
  where source = 'import' and not allowed;
create index contact_consents_reviewer on contact_consents (reviewed_by) where reviewed_by is not null;
-- Entries never change; a review is recorded separately.
grant update (reviewed_at, reviewed_by) on contact_consents to {{app_role}};

-- A skipped row stores all data of the file about the person, including notes.
alter table import_rows drop constraint import_rows_raw_check;
alter table import_rows add constraint import_rows_raw_check check (octet_length(raw::text) <= 262144) not valid;
