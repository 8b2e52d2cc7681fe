-- Invitations to an organization, and start and last use of users' own sessions.
alter table users add column joined_at timestamptz;
update users set joined_at = created_at where organization_id is not null;

-- `id` identifies a session to its user; `sid` is never shown.
alter table sessions
  add column id uuid not null default gen_random_uuid(),
  add column seen_at timestamptz not null default now();
create unique index sessions_id on sessions (id);

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

alter table invitations enable row level security;
alter table invitations force row level security;
create policy invitations_tenant on invitations
  using (organization_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.org_id', true), '')::uuid);
grant select, insert, update, delete on invitations to {{app_role}};

-- The holder of a link or mailbox is not a member yet, so these functions only locate the invitation.
create policy invitations_find on invitations for select to current_user using (true);
create function find_invitation(hash text) returns table (organization_id uuid, id uuid, email text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id, email from invitations where token_hash = hash and expires_at > now()
$$;
create function invitations_to(address text) returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id from invitations where email = address and expires_at > now()
   order by created_at desc, id limit 20
$$;
create function organizations_with_expired_invitations() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct organization_id from invitations where expires_at <= now()
$$;
-- An invitation without an email for this long was lost on the way to the queue.
create function unmailed_invitations() returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id from invitations
   where token_hash is null and created_at < now() - interval '1 minute' and expires_at > now() order by created_at limit 100
$$;
revoke execute on function find_invitation(text) from public;
revoke execute on function invitations_to(text) from public;
revoke execute on function organizations_with_expired_invitations() from public;
revoke execute on function unmailed_invitations() from public;
grant execute on function unmailed_invitations() to {{app_role}};
grant execute on function find_invitation(text) to {{app_role}};
grant execute on function invitations_to(text) to {{app_role}};
grant execute on function organizations_with_expired_invitations() to {{app_role}};
