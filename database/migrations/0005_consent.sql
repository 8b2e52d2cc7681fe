-- Consent, opt-outs and suppression lists.
-- Append-only; `contacts.do_not_contact` follows from the newest one.
create table contact_consents (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  channel text not null default 'all' check (channel in ('all', 'call', 'text', 'email', 'letter')),
  allowed boolean not null,
  reason text check (length(reason) <= 200),
  source text not null default 'member' check (source in ('member', 'contact', 'form', 'import')),
  recorded_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  -- Text shown to the person when they agreed.
  shown text check (length(shown) <= 1000),
  -- Opt-outs that come with a file: which import said so, and who has looked at it since.
  import_id uuid,
  reviewed_at timestamptz,
  reviewed_by uuid references users (id) on delete set null,
  primary key (organization_id, id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index contact_consents_contact on contact_consents (organization_id, contact_id, created_at desc);
create index contact_consents_recorder on contact_consents (recorded_by) where recorded_by is not null;
create index contact_consents_import on contact_consents (organization_id, import_id) where import_id is not null;
create index contact_consents_review on contact_consents (organization_id, created_at desc, id desc)
  where source = 'import' and not allowed;
create index contact_consents_reviewer on contact_consents (reviewed_by) where reviewed_by is not null;

-- Opt-outs of single channels outlive a deleted contact, so that a later file with the same person does not open them
-- again. Only hashes, without any text.
create table channel_opt_outs (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- The keyed hash of a person, or of an address or number alone, as in suppressions.
  key bytea not null,
  channel text not null check (channel in ('call', 'text', 'email', 'letter')),
  -- The deleted contact: all rows of one entry tell of the same person.
  entry_id uuid not null,
  -- As in contact_consents.
  source text not null check (source in ('member', 'contact', 'form', 'import')),
  created_at timestamptz not null default now(),
  -- A lifted opt-out stays: putting the same address or number onto a contact again must not undo what a person
  -- decided with a reason.
  lifted_at timestamptz,
  primary key (organization_id, key, channel)
);
create index channel_opt_outs_entry on channel_opt_outs (organization_id, entry_id);

-- People who must not come back through an import: only a hash of who they are.
create table suppressions (
  organization_id uuid not null references organizations (id) on delete cascade,
  key bytea not null,
  reason text not null,
  created_at timestamptz not null default now(),
  -- All rows of one entry tell of the same person: their keys with the name, or an address or number alone.
  entry_id uuid not null default gen_random_uuid(),
  kind text not null default 'person' check (kind in ('person', 'email', 'phone')),
  request_id uuid,
  primary key (organization_id, key)
);
create index suppressions_entry on suppressions (organization_id, entry_id);
create index suppressions_request on suppressions (organization_id, request_id) where request_id is not null;

-- Platform suppression list, filled by privacy requests. Only hashes.
create table platform_suppressions (
  key bytea primary key,
  kind text not null check (kind in ('person', 'email', 'phone')),
  created_at timestamptz not null default now(),
  -- The request that added it, so that it can be shown and lifted.
  request_id uuid
);

call protect_tenant_tables('contact_consents', 'channel_opt_outs', 'suppressions');
-- An entry may move to the contact that its own is merged into, and be reviewed; what it says never changes.
revoke update, delete on contact_consents from {{app_role}};
grant update (contact_id, reviewed_at, reviewed_by) on contact_consents to {{app_role}};
grant select, insert, update, delete on platform_suppressions to {{app_role}};
