-- Keys of the public API, and the requests that a client may repeat safely.
create table api_keys (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- The member for whom it acts.
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- SHA-256 of the key, and its first characters.
  key_hash text not null,
  key_start text not null,
  -- The key from before the last rotation.
  previous_hash text,
  previous_until timestamptz,
  role user_role not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  networks text[] not null default '{}' check (cardinality(networks) <= 20),
  daily_credits integer check (daily_credits >= 0),
  credits_on date,
  credits_used integer not null default 0,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id)
);
create index api_keys_hash on api_keys (key_hash);
create index api_keys_previous on api_keys (previous_hash) where previous_hash is not null;
create index api_keys_user on api_keys (user_id);

create table idempotent_requests (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- The key or member that sent it.
  sender uuid not null,
  route text not null,
  -- SHA-256 of the Idempotency-Key and of the body.
  key_hash text not null,
  body_hash text not null,
  -- Null while the request runs, until `locked_until`; ids only, never an answer.
  status integer,
  result jsonb,
  locked_until timestamptz not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, sender, route, key_hash)
);
create index idempotent_requests_time on idempotent_requests (organization_id, created_at);

create table contact_external_ids (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  source text not null,
  external_id text not null,
  contact_id uuid not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id),
  unique (organization_id, source, external_id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index contact_external_ids_contact on contact_external_ids (organization_id, contact_id);

call protect_tenant_tables('api_keys', 'idempotent_requests', 'contact_external_ids');
call show_with_contact('contact_external_ids');
-- Members with own or team records see their keys alone.
create policy api_keys_access on api_keys as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or user_id = (select nullif(current_setting('app.user_id', true), ''))::uuid);
