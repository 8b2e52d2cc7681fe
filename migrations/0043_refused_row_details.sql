-- Skipped rows store additional emails and phone numbers, so privacy requests must find people by those as well.
create index import_rows_further_reach on import_rows using gin (organization_id, further_reach(raw -> 'details'))
  where raw -> 'details' is not null;

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
           and further_reach(x.details) && array[sought_email, sought_phone]) each_contact) c
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
           and further_reach(x.raw -> 'details') && array[sought_email, sought_phone]) each_row) r
    cross join lateral (
      select count(*) as found from invitations x where x.organization_id = o.id and x.email = sought_email) i
   where (after is null or o.id > after) and c.found + r.found + i.found > 0
   order by o.id limit wanted
$$;

-- Skipped rows of this organization with one of these additional emails or numbers. With a row-level security policy,
-- PostgreSQL would not use the index.
create function refused_rows_with_further_reach(points text[]) returns table (import_id uuid, "row" integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select r.import_id, r.row from import_rows r
   where r.organization_id = nullif(current_setting('app.org_id', true), '')::uuid
     and r.raw -> 'details' is not null and further_reach(r.raw -> 'details') && points
$$;
revoke execute on function refused_rows_with_further_reach(text[]) from public;
grant execute on function refused_rows_with_further_reach(text[]) to {{app_role}};
