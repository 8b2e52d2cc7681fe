-- Contacts of this organization with one of these additional emails or numbers. With a row-level security policy,
-- PostgreSQL would not use the index.
create or replace function contacts_with_alternate_points(points text[]) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from contacts
   where organization_id = nullif(current_setting('app.org_id', true), '')::uuid and details is not null
     and alternate_points(details) && points
     and (nullif(current_setting('app.user_id', true), '') is null
       or owner_id = any (visible_owners()) or team_id = any (visible_teams()))
$$;

create or replace function flush_search_index() returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select gin_clean_pending_list('public.contacts_search')
$$;

-- Updates planner statistics of a table that was just filled. PostgreSQL does so after a minute, and until then scans
-- all contacts for a page of the list.
create or replace function analyze_contacts() returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  analyze contacts, contact_keys;
end $$;
