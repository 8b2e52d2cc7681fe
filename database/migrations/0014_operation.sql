-- Operation of the instance: backups and keys. Requests never read sealed keys.
create table backups (
  id uuid primary key default gen_random_uuid(),
  started_at timestamptz not null,
  -- While it is made, one worker holds it until then.
  lease_until timestamptz,
  finished_at timestamptz,
  file text,
  bytes bigint,
  rows bigint,
  failure text,
  mailed_at timestamptz,
  check ((finished_at is null) or (file is null) <> (failure is null))
);
create index backups_time on backups (started_at desc);
create unique index backups_one_at_a_time on backups ((true)) where finished_at is null;

-- Since when a key is in use: a few digits of its hash tell one from another and nothing about it.
create table key_ages (
  name text primary key,
  fingerprint text not null,
  since timestamptz not null,
  reminded_at timestamptz
);

-- Hashes alone can be tried out: hashes of personal data get a key, which the database holds sealed under one it
-- never sees.
create table sealed_keys (
  name text primary key,
  key_id text not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

grant select, insert, update on backups to {{app_role}};
grant select, insert, update, delete on key_ages to {{app_role}};
