create or replace function organizations_with_tasks_due(after timestamptz, until timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct t.organization_id from tasks t
   where t.status <> 'completed' and t.due_date > after and t.due_date <= until
     and not exists (select from organizations o where o.id = t.organization_id and o.suspended_at is not null)
$$;

create or replace function organizations_with_notifications_before(moment timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct organization_id from notifications where created_at < moment
$$;
