-- Details of a contact beyond its eight fields, as one value; null if there are none, so that plain contacts take no
-- more space. Also lists by contact permission.
alter table contacts add column details jsonb;

-- Additional emails and phone numbers, in the same form as the primary ones.
create function further_reach(details jsonb) returns text[]
  language sql immutable parallel safe as $$
  select coalesce(array_agg(point), '{}') from (
    select jsonb_array_elements(details -> 'emails') ->> 'email' as point
    union all
    select jsonb_array_elements(details -> 'phones') ->> 'phone') points
$$;
create index contacts_further_reach on contacts using gin (organization_id, further_reach(details))
  where details is not null;

-- Contacts of this organization with one of these additional emails or numbers. With a row-level security policy,
-- PostgreSQL would not use the index.
create function contacts_with_further_reach(points text[]) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id from contacts
   where organization_id = nullif(current_setting('app.org_id', true), '')::uuid and details is not null
     and further_reach(details) && points
$$;

alter table contacts add column can_contact boolean generated always as
  (not do_not_contact and not opted_out_channels @> array['call', 'text', 'email', 'letter']) stored;
-- Few contacts are marked do not contact: listing them would otherwise scan all.
create index contacts_do_not_contact on contacts (organization_id, sort_rank, last_name_key, id) where not can_contact;

-- A page of contacts by contact permission, with the number of matches. Like the general case of `find_contacts`:
-- scans the start of the order first and searches the words when that does not fill the page.
create function find_contacts_by_consent(patterns text[], signal nine_d_category, contactable boolean, sort text,
                                         after text[], page integer, count_to integer,
                                         out ids uuid[], out counted integer)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off as $$
declare
  org uuid := nullif(current_setting('app.org_id', true), '')::uuid;
  keys text := case sort
    when 'score' then 'sort_rank, last_name_key, id'
    when 'name' then 'last_name_key, first_name_key, id'
    when 'chance' then 'chance_key, id'
    when 'enriched' then 'enriched_key, id'
    when 'task' then 'next_task_at, id'
    when 'id' then 'id'
  end;
  is_descending boolean := sort in ('chance', 'enriched');
  ordered text := case when is_descending then replace(keys, ', ', ' desc, ') || ' desc' else keys end;
  matching text := case when contactable then ' and can_contact' else ' and not can_contact' end;
  narrowed text := '';
  pattern text;
begin
  foreach pattern in array patterns loop
    matching := matching || format(' and search like %L', pattern);
  end loop;
  if signal is not null then
    matching := matching || format(' and top_signal_number = %L', array_position(enum_range(null::nine_d_category), signal));
  end if;
  if after is not null then
    narrowed := format(' and (%s) %s (%s)', keys, case when is_descending then '<' else '>' end,
      (select string_agg(quote_literal(value), ', ' order by place) from unnest(after) with ordinality u(value, place)));
  end if;
  -- The inner limit is a fence: the order is walked, whatever the planner thinks of the words.
  execute format(
    'select array_agg(id order by %1$s) from (
       select %2$s from (select * from contacts where organization_id = %3$L %4$s order by %1$s limit 1000) walked
        where true %5$s order by %1$s limit %6$s) best', ordered, keys, org, narrowed, matching, page)
    into ids;
  if coalesce(cardinality(ids), 0) < page then
    execute format(
      'select array_agg(id order by %1$s) from (
         select %2$s from contacts where organization_id = %3$L %5$s %4$s order by %1$s limit %6$s) best',
      ordered, keys, org, narrowed, matching, page)
      into ids;
  end if;
  if count_to is not null then
    execute format('select count(*) from (select from contacts where organization_id = %L %s limit %s) found',
                   org, matching, count_to)
      into counted;
  end if;
end $$;

-- Also finds people by additional emails and numbers.
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
           and right(regexp_replace(x.raw ->> 'phone', '\D', '', 'g'), 10) = sought.digits) each_row) r
    cross join lateral (
      select count(*) as found from invitations x where x.organization_id = o.id and x.email = sought_email) i
   where (after is null or o.id > after) and c.found + r.found + i.found > 0
   order by o.id limit wanted
$$;

-- Views of the list keep that filter, too.
alter table views add column do_not_contact boolean;

do $$
declare
  signature text;
begin
  foreach signature in array array[
    'contacts_with_further_reach(text[])',
    'find_contacts_by_consent(text[], nine_d_category, boolean, text, text[], integer, integer)'] loop
    execute format('revoke execute on function %s from public', signature);
    execute format('grant execute on function %s to {{app_role}}', signature);
  end loop;
end $$;
