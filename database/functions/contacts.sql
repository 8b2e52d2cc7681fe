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

-- Blocks channels of every contact of this organization with one of the addresses or numbers, whichever member it
-- belongs to, and records why. `wanted` has the channels of each point: [{"point": "+15125550147", "channels": ["call"]}].
-- Contacts that a channel is blocked for already remain unchanged.
create or replace function block_channels_of_points(wanted jsonb, why text)
  returns table (contact_id uuid, channels text[], do_not_contact boolean, opted_out_channels text[])
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  with organization as (select nullif(current_setting('app.org_id', true), '')::uuid as id),
  points as materialized (
    select p.point, p.channels from jsonb_to_recordset(wanted) as p(point text, channels text[])),
  having_point as (
    select c.id, p.channels from points p join contacts c on c.organization_id = (select id from organization) and c.email = p.point
    union all
    select c.id, p.channels from points p join contacts c on c.organization_id = (select id from organization) and c.phone = p.point
    union all
    select c.id, p.channels from points p
      join contacts c on c.organization_id = (select id from organization) and p.point = any(alternate_points(c.details))
     where c.id = any(array(select contacts_with_alternate_points(array(select point from points))))),
  blocked as (
    select c.id, array_agg(distinct channel order by channel) as channels
      from having_point h join contacts c on c.organization_id = (select id from organization) and c.id = h.id
      cross join unnest(h.channels) as channel
     where not c.do_not_contact and not channel = any(c.opted_out_channels)
     group by c.id),
  changed as (
    update contacts c set opted_out_channels = array(
             select unnest(c.opted_out_channels) union select unnest(b.channels) order by 1), updated_at = now()
      from blocked b where c.organization_id = (select id from organization) and c.id = b.id
    returning c.id, b.channels, c.do_not_contact, c.opted_out_channels),
  recorded as (
    insert into contact_consents (organization_id, contact_id, channel, allowed, reason, source)
    select (select id from organization), x.id, channel, false, why, 'member' from changed x cross join unnest(x.channels) as channel)
  select x.id, x.channels, x.do_not_contact, x.opted_out_channels from changed x
$$;

-- Contacts that refuse a channel and whose refusal isn't stored by hash yet; in all organizations, ids only.
create or replace function restricted_without_hash(wanted integer) returns table (organization_id uuid, contact_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.organization_id, c.id from contacts c
   where (c.do_not_contact or c.opted_out_channels <> '{}')
     and exists (select from contact_keys k where k.organization_id = c.organization_id and k.contact_id = c.id)
     and not exists (
       select from contact_keys k join channel_opt_outs o on o.organization_id = k.organization_id and o.key = k.key
        where k.organization_id = c.organization_id and k.contact_id = c.id)
   limit wanted
$$;

-- How many contacts the transaction's member owns, counted up to `max_count`. Under the policies, each row of the index would
-- be checked. The order makes the planner use that index.
create or replace function count_own_contacts(max_count integer) returns integer
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return (select count(*) from (
    select from contacts
     where organization_id = nullif(current_setting('app.org_id', true), '')::uuid
       and owner_id = nullif(current_setting('app.user_id', true), '')::uuid
     order by list_rank, last_name_key, id limit max_count) found);
end $$;
