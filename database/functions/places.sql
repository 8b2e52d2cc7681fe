-- The quadkey of a point, and -1 for points that the map of the United States doesn't show; as `placeAt` in the domain.
create or replace function place_at(latitude double precision, longitude double precision) returns bigint
  language sql immutable strict parallel safe as $$
  select case when latitude between 24.3 and 49.6 and longitude between -125 and -66.5
                or latitude between 51 and 71.6 and (longitude between -180 and -129 or longitude between 172 and 180)
                or latitude between 18.7 and 22.5 and longitude between -160.6 and -154.5
    then (
      select sum((((x >> bit) & 1) << (2 * bit)) | (((y >> bit) & 1) << (2 * bit + 1)))::bigint
        from (select least(floor((longitude + 180) / 360 * 1048576), 1048575)::bigint as x,
                     floor((0.5 - ln((1 + sin(radians(latitude))) / (1 - sin(radians(latitude)))) / (4 * pi())) * 1048576)::bigint
                       as y) tile,
             generate_series(0, 19) bit)
    else -1 end
$$;

-- The geocoded point of an address among those that a provider knows of the person, if it is exact to the street.
create or replace function exact_place(person jsonb, street text, zip text) returns bigint
  language sql immutable parallel safe as $$
  select place_at((address ->> 'latitude')::double precision, (address ->> 'longitude')::double precision)
    from jsonb_array_elements(case jsonb_typeof(person -> 'addresses') when 'array' then person -> 'addresses' else '[]' end) address
   where lower(address ->> 'accuracy') in ('rooftop', 'street')
     and jsonb_typeof(address -> 'latitude') = 'number' and jsonb_typeof(address -> 'longitude') = 'number'
     and left(address ->> 'zipCode', 5) = left(zip, 5)
     and regexp_replace(lower(address ->> 'street'), '[^a-z0-9]+', '', 'g') = regexp_replace(lower(street), '[^a-z0-9]+', '', 'g')
   limit 1
$$;

-- The place of a contact. Puerto Rico and the other territories are not in the list of ZIP codes.
create or replace function place_of(person jsonb, street text, zip text) returns bigint
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(
    case when person is not null then exact_place(person, street, zip) end,
    (select z.place from zip_places z where z.zip = left(place_of.zip, 5)),
    case when zip ~ '^(00[6-9]|969)[0-9]{2}' then -1 end)
$$;

-- Matching contacts of this organization by area, which is their place without its last `shift` bits: how many, how many of
-- them must not be contacted, the first and last place, and a ZIP code there. `area` is null without a place, -1 elsewhere.
create or replace function count_places(filter jsonb, shift integer)
  returns table (area bigint, found integer, blocked integer, first_place bigint, last_place bigint, zip text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
  -- With the costs of a hard disk, PostgreSQL reads many contacts from the table instead of an index that has all columns.
  set random_page_cost = 1.1
  set enable_seqscan = off set work_mem = '32MB' set max_parallel_workers_per_gather = 0 as $$
declare
  organization uuid := nullif(current_setting('app.org_id', true), '')::uuid;
  matching text := format('organization_id = %L', organization)
    || (select coalesce(string_agg(format(' and (%s)', condition), ''), '') from contact_conditions(filter, organization));
begin
  return query execute format($places$
    select g.area, g.found, g.blocked, g.first_place, g.last_place,
           (select c.zip_key from contacts c where c.organization_id = %3$L and c.place = g.first_place limit 1)
      from (select place >> %1$s as area, count(*)::integer as found, (count(*) filter (where not can_contact))::integer as blocked,
                   min(place) as first_place, max(place) as last_place
              from contacts where %2$s group by 1) g $places$, shift, matching, organization);
end $$;
