-- Organizations in which an escalation clock has run out.
create or replace function organizations_with_due_clocks(moment timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct c.organization_id from assignment_clocks c
   where c.due_at <= moment
     and not exists (select from organizations o where o.id = c.organization_id and o.suspended_at is not null)
   limit 1000
$$;
