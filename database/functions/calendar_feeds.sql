-- A calendar feed with its member, unless it ended, its member left, or the organization is suspended, being erased or without
-- a plan. `access` is that of the member now.
create or replace function find_calendar_feed(hash text)
  returns table (id uuid, organization_id uuid, user_id uuid, role user_role, access text, tasks text,
    has_contact_names boolean, time_zone text, last_read_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.id, f.organization_id, f.user_id, m.role, case when m.role = 'MEMBER' then m.access else 'all' end, f.tasks,
         f.has_contact_names, f.time_zone, f.last_read_at
    from calendar_feeds f
    join organizations o on o.id = f.organization_id
    join memberships m on m.user_id = f.user_id and m.organization_id = f.organization_id
   where f.token_hash = hash and o.suspended_at is null and o.subscription_status = 'active'
     and not exists (select from erasures e where e.organization = f.organization_id)
$$;
