-- The session of an access token, unless it or the app's connection ended, its member left, or the organization is being
-- erased. A connected app has no administrator rights.
create or replace function find_oauth_session(hash text)
  returns table (app_id uuid, scopes text[], resource text, last_used_at timestamptz, user_id uuid, email text,
    organization_id uuid, access text, subscription_status subscription_status, is_suspended boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.id, string_to_array(t.payload ->> 'scope', ' '), a.resource, a.last_used_at, u.id, u.email,
         o.id, case when m.role = 'MEMBER' then m.access else 'all' end, o.subscription_status, o.suspended_at is not null
    from oauth_tokens t
    join connected_apps a on a.organization_id = t.organization_id and a.id = t.app_id
    join users u on u.id = a.user_id
    join organizations o on o.id = a.organization_id
    join memberships m on m.user_id = a.user_id and m.organization_id = a.organization_id
   where t.token_hash = hash and t.kind = 'AccessToken' and t.expires_at > now()
     and not exists (select 1 from erasures e where e.organization = a.organization_id)
$$;

-- A code or token with its organization, whoever asks: only someone who has it knows its hash.
create or replace function find_oauth_token(of_kind text, hash text)
  returns table (organization_id uuid, app_id uuid, payload jsonb, used_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select t.organization_id, t.app_id, t.payload, t.used_at
    from oauth_tokens t where t.kind = of_kind and t.token_hash = hash
$$;

-- A connection with its organization. Its id is random, and only its tokens name it.
create or replace function find_connected_app(app uuid)
  returns table (organization_id uuid, user_id uuid, client_id text, resource text, scopes text[])
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.organization_id, a.user_id, a.client_id, a.resource, a.scopes from connected_apps a where a.id = app
$$;

-- True if a connected app may still act for its member.
create or replace function may_connect(org uuid, member uuid)
  returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select 1 from memberships m join organizations o on o.id = m.organization_id
     where m.organization_id = org and m.user_id = member and o.suspended_at is null and o.subscription_status = 'active'
       and not exists (select 1 from erasures e where e.organization = org))
$$;

-- Deletes what is over: tokens, requests, connections that no token can use anymore, registrations that were never connected
-- within a day, and those whose last connection ended 90 days ago. Returns the most rows deleted from one table.
create or replace function delete_outdated_oauth_rows(max_rows integer)
  returns bigint
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  deleted bigint;
  most bigint := 0;
begin
  update oauth_clients c set last_connected_at = now()
   where (c.last_connected_at is null or c.last_connected_at < now() - interval '1 day')
     and exists (select from connected_apps a where a.client_id = c.id);
  delete from oauth_tokens where ctid in (select ctid from oauth_tokens where expires_at < now() limit max_rows);
  get diagnostics deleted = row_count;
  most := greatest(most, deleted);
  delete from oauth_requests where ctid in (select ctid from oauth_requests where expires_at < now() limit max_rows);
  get diagnostics deleted = row_count;
  most := greatest(most, deleted);
  delete from connected_apps where ctid in (
    select a.ctid from connected_apps a where a.created_at < now() - interval '1 hour' and not exists (
      select from oauth_tokens t where t.organization_id = a.organization_id and t.app_id = a.id) limit max_rows);
  get diagnostics deleted = row_count;
  most := greatest(most, deleted);
  delete from oauth_clients where ctid in (
    select c.ctid from oauth_clients c
     where c.created_at < now() - interval '1 day'
       and (c.last_connected_at is null or c.last_connected_at < now() - interval '90 days')
       and not exists (select from connected_apps a where a.client_id = c.id) limit max_rows);
  get diagnostics deleted = row_count;
  return greatest(most, deleted);
end $$;
