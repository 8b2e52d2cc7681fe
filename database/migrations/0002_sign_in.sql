-- Sign-in and invitations. Accounts are global: they are read before the request's organization is known.
-- `sid` is the SHA-256 of the cookie's value, so a copy of this table signs no one in.
create table sessions (
  sid text primary key,
  sess jsonb not null,
  expire timestamptz not null,
  user_id uuid not null references users (id) on delete cascade,
  -- `id` identifies a session to its user; `sid` is never shown.
  id uuid not null default gen_random_uuid(),
  seen_at timestamptz not null default now()
);
create index sessions_user on sessions (user_id);
create index sessions_expire on sessions (expire);
create unique index sessions_id on sessions (id);

-- `token` is the SHA-256 of the emailed token.
create table magic_link_tokens (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  token text not null unique,
  expires_at timestamptz not null,
  used boolean not null default false,
  created_at timestamptz not null default now(),
  -- A sign-in link goes on by itself only in the browser that asked for it: the SHA-256 of that browser's cookie.
  browser text
);
create index magic_link_tokens_email on magic_link_tokens (email) where not used;

-- One row a bucket ("magic-link:address:<hash>") and window; unlogged, since losing it in a crash only forgives.
create unlogged table rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (bucket, window_start)
);

-- Two-factor authentication: sealed secrets, hashed recovery codes, and sign-ins that wait for a code. Accounts are
-- global, and so are these tables.
create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- Sealed under a key that is not in the database, and bound to its user.
  secret bytea not null,
  -- Identifies the key without revealing anything about it.
  key_id text not null,
  started_at timestamptz not null default now(),
  -- Null while it is being set up.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: it and those before are taken no more.
  last_step bigint not null default 0
);
create index second_factors_key on second_factors (key_id);

-- A row is a code that was not used yet.
create table recovery_codes (
  user_id uuid not null references second_factors (user_id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- Sign-ins that opened a link but have no code yet. They are not sessions and never appear to code that reads
-- sessions. `sid` is the SHA-256 of the cookie's value.
create table pending_sign_ins (
  sid text primary key,
  user_id uuid not null references users (id) on delete cascade,
  device text,
  expires_at timestamptz not null
);
create index pending_sign_ins_user on pending_sign_ins (user_id);
create index pending_sign_ins_expiry on pending_sign_ins (expires_at);

-- Open invitations. Accepting or revoking deletes the row, so that it works once; the audit log records it.
-- `token_hash` is the SHA-256 of the emailed token, null until the email is written.
create table invitations (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  email text not null check (email = lower(email)),
  role user_role not null check (role <> 'OWNER'),
  invited_by uuid references users (id) on delete set null,
  token_hash text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (organization_id, id),
  unique (organization_id, email)
);
create index invitations_token on invitations (token_hash);
create index invitations_email on invitations (email);
create index invitations_expiry on invitations (expires_at);
-- Invitations without an email yet.
create index invitations_unmailed on invitations (created_at) where token_hash is null;
create index invitations_inviter on invitations (invited_by);

call protect_tenant_tables('invitations');
grant select, insert, update, delete on sessions, magic_link_tokens, rate_limits, second_factors, recovery_codes,
  pending_sign_ins to {{app_role}};
