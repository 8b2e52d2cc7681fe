create or replace function abandoned_imports() returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.organization_id, i.id from imports i
   where i.status in ('queued', 'running')
     and not exists (select from organizations o where o.id = i.organization_id and o.suspended_at is not null)
   order by i.created_at limit 1000
$$;

-- No upload lasts an hour: the process that took it was stopped.
create or replace function abandoned_uploads() returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id from imports where status = 'uploading' and created_at < now() - interval '1 hour'
   order by created_at limit 100
$$;

create or replace function expired_import_rows() returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.organization_id, i.id from imports i
   where i.finished_at < now() - interval '30 days'
     and exists (select from import_rows r
          where r.organization_id = i.organization_id and r.import_id = i.id and r.raw is not null)
   order by i.finished_at limit 100
$$;

-- Skipped rows of this organization with one of these additional emails or numbers. With a row-level security policy,
-- PostgreSQL would not use the index.
create or replace function refused_rows_with_alternate_points(points text[]) returns table (import_id uuid, "row" integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.import_id, r.row from import_rows r
   where r.organization_id = nullif(current_setting('app.org_id', true), '')::uuid
     and r.raw -> 'details' is not null and alternate_points(r.raw -> 'details') && points
     and (nullif(current_setting('app.user_id', true), '') is null
       or exists (select from imports i where i.organization_id = r.organization_id and i.id = r.import_id
                    and i.created_by = nullif(current_setting('app.user_id', true), '')::uuid))
$$;
