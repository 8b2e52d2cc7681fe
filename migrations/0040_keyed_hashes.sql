-- Hashes alone can be tried out: hashes of personal data get a key, which the database holds sealed under one it never sees.
create table sealed_keys (
  name text primary key,
  key_id text not null,
  sealed bytea not null,
  created_at timestamptz not null default now()
);

-- Refunded customers, as a keyed hash of the mailbox: the guarantee applies once per person, in any organization. It
-- outlives the organization, so that founding another one does not reset it.
create table refunded_mailboxes (
  mailbox bytea primary key,
  organization uuid not null,
  created_at timestamptz not null default now()
);
create index refunded_mailboxes_organization on refunded_mailboxes (organization);
grant select, insert, delete on refunded_mailboxes to {{app_role}};

-- A sign-in link goes on by itself only in the browser that asked for it: the SHA-256 of that browser's cookie.
alter table magic_link_tokens add column browser text;
