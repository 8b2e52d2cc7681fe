-- The session of an API key, unless it ended, its member left, or the organization is being erased. `role` is the lower one of
-- the key's and the member's.
create or replace function find_api_key(hash text)
  returns table (key_id uuid, scopes text[], networks text[], expires_at timestamptz, last_used_at timestamptz, user_id uuid, email text,
    organization_id uuid, role user_role, access text, subscription_status subscription_status, is_suspended boolean)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select k.id, k.scopes, k.networks, k.expires_at, k.last_used_at, u.id, u.email, o.id, limited.role,
         case when m.role = 'MEMBER' then m.access else 'all' end, o.subscription_status, o.suspended_at is not null
    from api_keys k
    join users u on u.id = k.user_id
    join organizations o on o.id = k.organization_id
    join memberships m on m.user_id = k.user_id and m.organization_id = k.organization_id
    cross join lateral (select case when 'MEMBER' in (k.role, m.role) then 'MEMBER'
                                    when 'ADMIN' in (k.role, m.role) then 'ADMIN' else 'OWNER' end::user_role as role) limited
   where (k.key_hash = hash or k.previous_hash = hash and k.previous_until > now())
     and (k.expires_at is null or k.expires_at > now())
     and not exists (select 1 from erasures e where e.organization = k.organization_id)
$$;
