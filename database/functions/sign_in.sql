create or replace function find_invitation(hash text) returns table (organization_id uuid, id uuid, email text)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id, email from invitations where token_hash = hash and expires_at > now()
$$;

-- True if an invitation of this link is there but over.
create or replace function is_expired_invitation(hash text) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from invitations where token_hash = hash and expires_at <= now())
$$;

create or replace function invitations_to(address text) returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id from invitations where email = address and expires_at > now()
   order by created_at desc, id limit 20
$$;

create or replace function organizations_with_expired_invitations() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct organization_id from invitations where expires_at <= now()
$$;

-- An invitation without an email for this long was lost on the way to the queue.
create or replace function unmailed_invitations() returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.organization_id, i.id from invitations i
   where i.token_hash is null and i.created_at < now() - interval '1 minute' and i.expires_at > now()
     and not exists (select from organizations o where o.id = i.organization_id and o.suspended_at is not null)
   order by i.created_at limit 100
$$;
