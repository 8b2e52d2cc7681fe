-- The organization of a provisioning token, unless it is being erased.
create or replace function find_scim_token(hash text)
  returns table (organization_id uuid, is_suspended boolean, used_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select s.organization_id, o.suspended_at is not null, s.token_used_at
    from scim_settings s join organizations o on o.id = s.organization_id
   where s.token_hash = hash and not exists (select 1 from erasures e where e.organization = s.organization_id)
$$;
