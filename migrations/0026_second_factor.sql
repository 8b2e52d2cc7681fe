-- Two-factor authentication: sealed secrets, hashed recovery codes, and sign-ins that wait for a code. Accounts are
-- global, and so are these tables.
create table second_factors (
  user_id uuid primary key references users (id) on delete cascade,
  -- Sealed under a key that is not in the database, and bound to its user.
  secret bytea not null,
  -- Identifies the key without revealing anything about it.
  key_id text not null,
  begun_at timestamptz not null default now(),
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
create table half_sign_ins (
  sid text primary key,
  user_id uuid not null references users (id) on delete cascade,
  device text,
  expires_at timestamptz not null
);
create index half_sign_ins_user on half_sign_ins (user_id);
create index half_sign_ins_expiry on half_sign_ins (expires_at);

grant select, insert, update, delete on second_factors, recovery_codes, half_sign_ins to {{app_role}};
