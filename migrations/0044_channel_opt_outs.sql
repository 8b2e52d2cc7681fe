-- Opt-outs of single channels outlive a deleted contact, so that a later file with the same person does not open them
-- again. Only hashes, without any text.
create table channel_opt_outs (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- The keyed hash of a person, or of an address or number alone, as in suppressions.
  key bytea not null,
  channel text not null check (channel in ('call', 'text', 'email', 'letter')),
  -- The deleted contact: all rows of one entry tell of the same person.
  entry_id uuid not null,
  -- Source as in contact_consents, and time.
  source text not null check (source in ('member', 'contact', 'form', 'import')),
  created_at timestamptz not null default now(),
  primary key (organization_id, key, channel)
);
create index channel_opt_outs_entry on channel_opt_outs (organization_id, entry_id);
alter table channel_opt_outs enable row level security;
alter table channel_opt_outs force row level security;
create policy channel_opt_outs_tenant on channel_opt_outs
  using (organization_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.org_id', true), '')::uuid);
grant select, insert, update, delete on channel_opt_outs to {{app_role}};
