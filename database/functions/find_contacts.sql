-- The condition of the contacts that the transaction's member sees, as SQL; the functions below run as their owner, whom the
-- policies don't bind. Null for the system and for members who see all.
create or replace function access_condition() returns text
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case when nullif(current_setting('app.user_id', true), '') is null then null
         when current_setting('app.sees_team', true) = 'on' then
           format('(owner_id = any (%L::uuid[]) or team_id = any (%L::uuid[]))', visible_owners(), visible_teams())
         else format('owner_id = %L::uuid', current_setting('app.user_id')) end
$$;

-- The conditions of a filter as SQL, by the name of the filter; several of one name hold together. All are about the table
-- `contacts`, and but for searches about columns of the index `contacts_filters`. Sub-selects name the organization, because
-- the functions below run as their owner.
create or replace function contact_conditions(filter jsonb, organization uuid)
  returns table (name text, condition text)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  values_of text[];
  low text;
  high text;
begin
  return query select 'access', access_condition() where access_condition() is not null;
  return query select 'search', format('search like %L', pattern)
    from jsonb_array_elements_text(filter -> 'patterns') pattern;
  if filter ? 'signal' then
    return query select 'topSignal', format('top_signal_number = %L', filter ->> 'signal');
  end if;
  if filter ? 'contactable' then
    return query select 'doNotContact', case when (filter ->> 'contactable')::boolean then 'can_contact' else 'not can_contact' end;
  end if;
  if filter ? 'ids' then
    return query select 'ids', format('id = any(%L::uuid[])', array(select jsonb_array_elements_text(filter -> 'ids')));
  end if;
  -- `sort_rank` is minus the score, and 1 without one. Both bounds keep people without a score out.
  if filter ? 'minScore' or filter ? 'maxScore' then
    return query select 'score', format('sort_rank between %L and %L',
      -coalesce((filter ->> 'maxScore')::integer, 100), -coalesce((filter ->> 'minScore')::integer, 0));
  end if;
  if filter ? 'minChance' or filter ? 'maxChance' then
    return query select 'chance', format('chance_key between %L and %L',
      coalesce(filter ->> 'minChance', '0'), coalesce(filter ->> 'maxChance', '1'));
  end if;
  if filter ? 'signals' then
    return query select 'signals', format('live_signals & %s <> 0',
        bit_or(1 << array_position(enum_range(null::nine_d_category), value::nine_d_category) - 1))
      from jsonb_array_elements_text(filter -> 'signals') value;
  end if;
  if filter ? 'tags' then
    values_of := array(select jsonb_array_elements_text(filter -> 'tags'));
    return query select 'tags', format(
      'id in (select g.contact_id from contact_tags g where g.organization_id = %L and g.tag_id = any(%L::uuid[]))',
      organization, values_of);
  end if;
  if filter ? 'owner' then
    return query select 'owner', case when filter ->> 'owner' = 'unassigned' then 'owner_id is null'
      else format('owner_id = %L::uuid', filter ->> 'owner') end;
  end if;
  if filter ? 'team' then
    return query select 'team', format('team_id = %L::uuid', filter ->> 'team');
  end if;
  if filter ? 'city' then
    values_of := array(select lower(value) from jsonb_array_elements_text(filter -> 'city') value);
    return query select 'city', format('city_key = any(%L::text[])', values_of);
  end if;
  if filter ? 'zip' then
    values_of := array(select left(value, 5) from jsonb_array_elements_text(filter -> 'zip') value);
    return query select 'zip', format('zip_key = any(%L::text[])', values_of);
  end if;
  if filter ? 'place' then
    return query select 'place', case filter ->> 'place'
      when 'none' then 'place is null'
      when 'elsewhere' then 'place = -1'
      else format('place between %L and %L', filter #>> '{place,from}', filter #>> '{place,to}') end;
  end if;
  if filter ? 'relationship' then
    values_of := array(select jsonb_array_elements_text(filter -> 'relationship'));
    return query select 'relationship', format('relationship = any(%L::text[])', values_of);
  end if;
  if filter ? 'source' then
    values_of := array(select lower(value) from jsonb_array_elements_text(filter -> 'source') value);
    return query select 'source', format('source_key = any(%L::text[])', values_of);
  end if;
  -- People who were never contacted are included. Other programs know the day of the last contact only; ours begins at
  -- midnight in Los Angeles, as `americanDay` has it.
  if filter ? 'lastContactBefore' then
    low := filter ->> 'lastContactBefore';
    return query select 'lastContact', format(
      '(last_conversation_at is null or last_conversation_at < timestamptz %2$L)
        and (imported_contact_on is null or imported_contact_on < %1$L)', low, low || ' 00:00:00-08');
  end if;
  if filter ? 'listed' then
    return query select 'listed', case when (filter ->> 'listed')::boolean then 'listed_for_sale' else 'not listed_for_sale' end;
  end if;
  if filter ? 'hasPhone' then
    return query select 'hasPhone', case when (filter ->> 'hasPhone')::boolean then 'has_phone' else 'not has_phone' end;
  end if;
  if filter ? 'hasEmail' then
    return query select 'hasEmail', case when (filter ->> 'hasEmail')::boolean then 'has_email' else 'not has_email' end;
  end if;
  if filter ? 'hasTasks' then
    return query select 'hasTasks', format(
      'id %s (select t.contact_id from tasks t where t.organization_id = %L and t.status <> ''completed'')',
      case when (filter ->> 'hasTasks')::boolean then 'in' else 'not in' end, organization);
  end if;
  -- Full years since the last sale of a home that the person owns.
  if filter ? 'minTenure' or filter ? 'maxTenure' then
    low := current_date - make_interval(years => (filter ->> 'maxTenure')::integer + 1);
    high := current_date - make_interval(years => coalesce((filter ->> 'minTenure')::integer, 0));
    return query select 'tenure', format(
      'tenure is distinct from ''renter''
        and id in (select p.contact_id from properties p where p.organization_id = %L
          and p.last_sale_date > %L and p.last_sale_date <= %L)', organization, coalesce(low, '-infinity'), high);
  end if;
end $$;

-- Ids of matching contacts in an order, and how many match, counted up to one more than `max_count`. If at most
-- `max_count` match, all behind the cursor key `after` come; otherwise the next `page` of them. LIKE is not leakproof and
-- can't use an index beside a security policy, so this runs as its owner; the caller reads the rows under the policy.
create or replace function find_contacts(filter jsonb, sort text, after text[], page integer, max_count integer,
                                         out ids uuid[], out counted integer)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
  -- A sequential scan would read the contacts of other organizations.
  set enable_seqscan = off set work_mem = '32MB' set max_parallel_workers_per_gather = 0 as $$
declare
  organization uuid := nullif(current_setting('app.org_id', true), '')::uuid;
  keys text := case sort
    when 'score' then 'list_rank, last_name_key, id'
    when 'name' then 'last_name_key, first_name_key, id'
    when 'chance' then 'chance_key, id'
    when 'enriched' then 'enriched_key, id'
    when 'task' then 'next_task_at, id'
    when 'id' then 'id'
  end;
  is_descending boolean := sort in ('chance', 'enriched');
  ordered text := case when is_descending then replace(keys, ', ', ' desc, ') || ' desc' else keys end;
  behind text := case when after is null then 'true' else format('(%s) %s (%s)', keys,
    case when is_descending then '<' else '>' end,
    (select string_agg(quote_literal(value), ', ' order by place) from unnest(after) with ordinality u(value, place))) end;
  matching text := format('organization_id = %L', organization)
    || (select coalesce(string_agg(format(' and (%s)', condition), ''), '') from contact_conditions(filter, organization));
begin
  execute format(
    'select array_agg(id order by %s) filter (where %s), count(*) from (
       select %s from contacts where %s limit %s) few', ordered, behind, keys, matching, max_count + 1)
    into ids, counted;
  if counted > max_count then
    execute format(
      'select array_agg(id order by %1$s) from (
         select %2$s from contacts where %3$s and %4$s order by %1$s limit %5$s) best',
      ordered, keys, matching, behind, page)
      into ids;
  end if;
end $$;

-- How many contacts each choice of a filter has, counted up to `max_count`: one pass over the contacts that miss at most
-- one of the filters with choices. A choice ignores the other values of its own filter, so a filter counts those that
-- miss nothing or only itself. Cities and ZIP codes come with their `top` most frequent.
create or replace function count_contact_choices(filter jsonb, max_count integer, top integer)
  returns table (kind text, value text, label text, contacts integer)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set work_mem = '32MB' set max_parallel_workers_per_gather = 0 as $$
#variable_conflict use_column
declare
  organization uuid := nullif(current_setting('app.org_id', true), '')::uuid;
  -- The place of a filter is its bit in `missed`.
  kinds constant text[] := array['signals', 'tags', 'relationship', 'source', 'city', 'zip', 'hasPhone', 'hasEmail',
                                 'hasTasks', 'doNotContact', 'listed'];
  matching text;
  tagged text;
  missed text;
begin
  select coalesce(string_agg(format(' and (%s)', condition), '') filter (where name <> all (kinds)), ''),
         coalesce(string_agg(format(' and (%s)', condition), '') filter (where name <> 'tags'), '')
    into matching, tagged from contact_conditions(filter, organization);
  select coalesce(string_agg(format('case when (%s) is not true then %s else 0 end', condition,
           1 << array_position(kinds, name) - 1), ' + '), '0')
    into missed from contact_conditions(filter, organization) where name = any (kinds);
  return query execute format($choices$
    with few as (
      select * from (
        select live_signals, relationship, source_key, city_key, zip_key, has_phone, has_email, not can_contact as is_off,
               listed_for_sale, %1$s as missed,
               id in (select t.contact_id from tasks t where t.organization_id = %2$L and t.status <> 'completed') as has_tasks
          from contacts where organization_id = %2$L%3$s) all_of_them
       where %9$s),
    -- A row tells of one kind, or of all flags; the columns of the others are null.
    grouped as materialized (
      select %7$s as missed, live_signals, relationship, source_key, city_key, zip_key, has_phone, has_email, has_tasks, is_off,
             listed_for_sale, count(*) as found
        from few group by grouping sets ((%6$s live_signals), (%6$s relationship), (%6$s source_key), (%6$s city_key),
          (%6$s zip_key), (%6$s has_phone, has_email, has_tasks, is_off, listed_for_sale))),
    counted as (
      select kind, value, sum(found) as found
        from grouped cross join lateral (values (4, 'relationship', relationship), (8, 'source', source_key),
          (16, 'city', city_key), (32, 'zip', zip_key), (64, 'hasPhone', has_phone::text), (128, 'hasEmail', has_email::text),
          (256, 'hasTasks', has_tasks::text), (512, 'doNotContact', is_off::text),
          (1024, 'listed', listed_for_sale::text)) as choice(bit, kind, value)
       where value <> '' and missed in (0, bit) group by kind, value
      union all
      select 'signals', category::text, sum(found)
        from grouped, unnest(enum_range(null::nine_d_category)) with ordinality as c(category, place)
       where live_signals & (1 << place::integer - 1) <> 0 and missed in (0, 1) group by category
      union all
      select 'tags', tag_id::text, count(*) from contact_tags
       where organization_id = %2$L and contact_id in (select id from contacts where organization_id = %2$L%8$s) group by tag_id),
    ranked as (
      select *, row_number() over (partition by kind order by found desc, value) as rank from counted),
    named as (
      select kind, value, found, case kind
          when 'tags' then (select t.name from tags t where t.organization_id = %2$L and t.id = value::uuid)
          when 'city' then (select c.city from contacts c where c.organization_id = %2$L and c.city_key = value%10$s limit 1)
          when 'source' then (select c.lead_source from contacts c where c.organization_id = %2$L and c.source_key = value%10$s limit 1)
          else value end as label
        from ranked where kind not in ('city', 'zip') or rank <= %5$s)
    select kind, value, label, least(found, %4$s)::integer from named order by kind, found desc, lower(label), value
    $choices$, missed, organization, matching, max_count, top, case when missed <> '0' then 'missed,' end,
    case when missed <> '0' then 'missed' else '0' end, tagged,
    -- With one such filter every contact misses at most one.
    case when missed like '% + %' then 'missed & (missed - 1) = 0' else 'true' end, coalesce(' and ' || access_condition(), ''));
end $$;
