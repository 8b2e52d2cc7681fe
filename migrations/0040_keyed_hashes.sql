-- Hashes alone can be tried out: hashes of personal data get a key, which the database holds sealed under one it never sees.
create table sealed_keys (
  name text primary key,
  key_id text not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- A sign-in link goes on by itself only in the browser that asked for it: the SHA-256 of that browser's cookie.
alter table magic_link_tokens add column browser text;
