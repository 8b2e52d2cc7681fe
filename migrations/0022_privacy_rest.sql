-- What privacy requests find beside contacts: refused rows of imports and invitations, a page of organizations at a time;
-- what an erased request keeps, and how an operator takes back who must not come back anywhere.
drop function organizations_reaching(text, text);

-- Organizations that hold an address or number, behind an id; ids, names and counts only.
create function privacy_reach(sought_email text, sought_phone text, after uuid, wanted integer)
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
        select x.id from contacts x where x.organization_id = o.id and x.phone = sought_phone) each_contact) c
    cross join lateral (
      select count(*) as found from (
        select x.import_id, x.row from import_rows x
         where x.organization_id = o.id and x.raw is not null and lower(x.raw ->> 'email') = sought_email
        union
        select x.import_id, x.row from import_rows x
         where x.organization_id = o.id and x.raw is not null
           and right(regexp_replace(x.raw ->> 'phone', '\D', '', 'g'), 10) = sought.digits) each_row) r
    cross join lateral (
      select count(*) as found from invitations x where x.organization_id = o.id and x.email = sought_email) i
   where (after is null or o.id > after) and c.found + r.found + i.found > 0
   order by o.id limit wanted
$$;

-- A completed erasure request has neither name nor address once its outcome was sent; nor do the person's earlier
-- requests.
alter table privacy_requests
  alter column name drop not null,
  alter column email drop not null,
  add constraint privacy_requests_person check ((name is null) = (email is null)),
  add constraint privacy_requests_emptied check (email is not null or closed_at is not null);
create index privacy_requests_email on privacy_requests (email) where email is not null;
create index contact_submissions_email on contact_submissions (email);
create index newsletter_requests_email on newsletter_requests (email);

-- The request that added it, so that it can be shown and lifted.
alter table platform_suppressions add column request_id uuid;
alter table suppressions add column request_id uuid;
create index suppressions_request on suppressions (organization_id, request_id) where request_id is not null;
grant update, delete on platform_suppressions to {{app_role}};

-- Organizations with keys of a request; ids only.
create policy suppressions_sweep on suppressions for select to current_user using (true);
create function organizations_suppressing_for(request uuid) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
   where exists (select from suppressions s where s.organization_id = o.id and s.request_id = request) order by o.id
$$;

-- Finds people who exist only in merge snapshots, which cover about a month, so that a full scan is cheap enough for
-- a single request. Ids only.
create function organizations_remembering(sought text[]) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct s.organization_id from merge_snapshots s, unnest(sought) one
   where position(lower(to_jsonb(one)::text) in lower(s.rows::text)) > 0
$$;

do $$
declare
  signature text;
begin
  foreach signature in array array['privacy_reach(text, text, uuid, integer)', 'organizations_suppressing_for(uuid)',
                                   'organizations_remembering(text[])'] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to {{app_role}}', signature);
  end loop;
end $$;
