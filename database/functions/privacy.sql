create or replace function abandoned_exports(moment timestamptz) returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.organization_id, e.id from data_exports e
   where e.status in ('queued', 'running') and coalesce(e.lease_until, e.created_at) < moment
     and not exists (select from organizations o where o.id = e.organization_id and o.suspended_at is not null)
   order by e.lease_until nulls first limit 100
$$;

create or replace function expired_exports(moment timestamptz) returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id from data_exports where status = 'ready' and finished_at < moment
   order by finished_at limit 100
$$;

create or replace function exports_to_empty() returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.organization_id, e.id from data_exports e
   where e.status in ('failed', 'voided', 'expired')
     and exists (select from data_export_chunks c where c.organization_id = e.organization_id and c.export_id = e.id)
   limit 100
$$;

create or replace function due_retention_notices(moment timestamptz)
  returns table (organization_id uuid, canceled_at timestamptz, days_left integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, canceled_at, days_left from retention_notices where next_mail_at <= moment
   order by next_mail_at limit 100
$$;

-- Organizations that were canceled before a moment and not reactivated, behind an id.
create or replace function organizations_canceled_before(moment timestamptz, after uuid)
  returns table (organization_id uuid, canceled_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id, e.at from organizations o
    cross join lateral (
      select coalesce(max(s.canceled_at), o.subscription_event_at, o.updated_at) as at
        from subscriptions s where s.organization_id = o.id) e
   where o.subscription_status = 'canceled' and e.at < moment and (after is null or o.id > after)
     and not exists (select from erasures r where r.organization = o.id)
   order by o.id limit 500
$$;

create or replace function privacy_reach(sought_email text, sought_phone text, after uuid, wanted integer)
  returns table (organization_id uuid, name text, contacts integer, import_rows integer, invitations integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with sought as (
    select nullif(right(regexp_replace(coalesce(sought_phone, ''), '\D', '', 'g'), 10), '') as digits)
  select o.id, o.name, c.found::int, r.found::int, i.found::int
    from organizations o cross join sought
    cross join lateral (
      select count(*) as found from (
        select x.id from contacts x where x.organization_id = o.id and x.email = sought_email
        union
        select x.id from contacts x where x.organization_id = o.id and x.phone = sought_phone
        union
        select x.id from contacts x where x.organization_id = o.id and x.details is not null
           and alternate_points(x.details) && array[sought_email, sought_phone]) each_contact) c
    cross join lateral (
      select count(*) as found from (
        select x.import_id, x.row from import_rows x
         where x.organization_id = o.id and x.raw is not null and lower(x.raw ->> 'email') = sought_email
        union
        select x.import_id, x.row from import_rows x
         where x.organization_id = o.id and x.raw is not null
           and right(regexp_replace(x.raw ->> 'phone', '\D', '', 'g'), 10) = sought.digits
        union
        select x.import_id, x.row from import_rows x
         where x.organization_id = o.id and x.raw -> 'details' is not null
           and alternate_points(x.raw -> 'details') && array[sought_email, sought_phone]) each_row) r
    cross join lateral (
      -- People whom an identity provider named are invited too, also after their invitation has expired.
      select count(*) as found from (
        select x.email from invitations x where x.organization_id = o.id and x.email = sought_email
        union
        select x.email from scim_users x
         where x.organization_id = o.id and x.email = sought_email and x.user_id is null) each_person) i
   where (after is null or o.id > after) and c.found + r.found + i.found > 0
   order by o.id limit wanted
$$;

create or replace function organizations_suppressing_for(request uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
   where exists (select from suppressions s where s.organization_id = o.id and s.request_id = request) order by o.id
$$;

-- Finds people who exist only in merge snapshots, which cover about a month, so that a full scan is cheap enough for
-- a single request. Ids only.
create or replace function organizations_remembering(sought text[]) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct s.organization_id from merge_snapshots s, unnest(sought) one
   where position(lower(to_jsonb(one)::text) in lower(s.rows::text)) > 0
$$;
