create or replace function organizations_to_snapshot(freeze_month date) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
   where o.created_at < freeze_month
     and not exists (select from score_snapshot_runs f
          where f.organization_id = o.id and f.month = freeze_month and f.finished_at is not null)
   order by o.id limit 100
$$;

-- Recalibrations that are not finished. Suspended organizations wait.
create or replace function unfinished_recalibrations() returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.organization_id, c.id from score_calibrations c join organizations o on o.id = c.organization_id
   where c.finished_at is null and o.suspended_at is null
   limit 1000
$$;
