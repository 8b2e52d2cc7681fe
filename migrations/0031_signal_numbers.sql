-- The contacts of one signal are listed as all of them are: by an index, under row-level security, in one packet. Beside
-- a policy PostgreSQL uses an index only for comparisons that are known to tell nothing of what they compare; that of
-- numbers is one, that of enums is not. Hence the signal as its number, from one on.
alter table contacts add column top_signal_number smallint generated always as (case top_signal
  when 'death' then 1 when 'divorce' then 2 when 'downsizing' then 3 when 'debt' then 4 when 'diapers' then 5
  when 'diplomas' then 6 when 'diamonds' then 7 when 'destinations' then 8 when 'disaster' then 9 end) stored;
create index contacts_signal on contacts (organization_id, top_signal_number, sort_rank, last_name_key, id)
  where top_signal_number is not null;
drop index contacts_signal_rank;

-- Uses that number; the list of a signal by score is no longer found here. Two words of five letters are searched
-- first, among few contacts one: most are rare, and scanning 500 contacts takes longer than finding all of them.
create or replace function find_contacts(patterns text[], signal nine_d_category, sort text, after text[], page integer,
                                         count_to integer, out ids uuid[], out counted integer)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp
  -- The planner underestimates sequential scans here.
  set enable_seqscan = off
  -- A custom plan does not improve the estimate of word frequencies.
  set plan_cache_mode = force_generic_plan as $$
declare
  org uuid := nullif(current_setting('app.org_id', true), '')::uuid;
  is_first boolean := sort = 'score' and after is null;
  seen integer;
  matched integer;
  members integer;
  most integer;
  number smallint := array_position(enum_range(null::nine_d_category), signal);
  one text := patterns[1];
  other text := coalesce(patterns[2], '%');
  keys text;
  ordered text;
  comparison text := '>';
  matching text := '';
  narrowed text := '';
  pattern text;
begin
  if is_first and signal is null then
    select contacts into members from organization_counters where organization_id = org;
    most := case when members <= 20000 then 300 else 2000 end;
    if cardinality(patterns) <= 2 and (least(length(one), length(other)) >= 7
        or members <= 20000 and greatest(length(one), length(other)) >= 7) then
      select array_agg(id order by sort_rank, last_name_key, id), count(*) into ids, matched from (
        select id, sort_rank, last_name_key from contacts
         where organization_id = org and search like one and search like other
         limit most + 1) few;
      if matched <= most then
        ids := ids[:page];
        counted := least(matched, count_to);
        return;
      end if;
      ids := null;
    end if;
    -- The inner limits are fences: the order is walked, whatever the planner thinks of the words.
    select count(*), count(*) filter (where search like all (patterns)),
           (array_agg(id order by sort_rank, last_name_key, id) filter (where search like all (patterns)))[:page]
      into seen, matched, ids
      from (select id, sort_rank, last_name_key, search from contacts where organization_id = org
             order by sort_rank, last_name_key, id limit 500) walked;
    if seen < 500 then
      counted := least(matched, count_to);
      return;
    end if;
    if matched < page and matched::bigint * matched * members >= page::bigint * 250000 then
      select array_agg(id order by sort_rank, last_name_key, id) into ids from (
        select id, sort_rank, last_name_key from (
          select id, sort_rank, last_name_key, search from contacts where organization_id = org
           order by sort_rank, last_name_key, id limit 20000) walked
         where search like all (patterns) order by sort_rank, last_name_key, id limit page) best;
    end if;
    if coalesce(cardinality(ids), 0) >= page then
      -- By id they lie as they were added, which is quicker to read than by rank.
      if count_to is not null and matched::bigint * matched * members >= count_to::bigint * 350000 then
        select count(*) into counted from (
          select from (select search from contacts where organization_id = org order by id limit 60000) walked
           where search like all (patterns) limit count_to) found;
        if counted >= count_to then return; end if;
      end if;
      if cardinality(patterns) <= 2 then
        if count_to is not null then
          select count(*) into counted from (
            select from contacts where organization_id = org and search like one and search like other
             limit count_to) found;
        end if;
        return;
      end if;
    elsif cardinality(patterns) <= 2 then
      with matches as materialized (
        select id, sort_rank, last_name_key from contacts
         where organization_id = org and search like one and search like other)
      select (select array_agg(id order by sort_rank, last_name_key, id)
                from (select * from matches order by sort_rank, last_name_key, id limit page) best),
             (select count(*) from (select from matches limit count_to) few)
        into ids, counted;
      return;
    end if;
  end if;
  keys := case sort
    when 'score' then 'sort_rank, last_name_key, id'
    when 'name' then 'last_name_key, first_name_key, id'
    when 'chance' then 'chance_key, id'
    when 'enriched' then 'enriched_key, id'
    when 'task' then 'next_task_at, id'
    when 'id' then 'id'
  end;
  ordered := keys;
  if sort in ('chance', 'enriched') then
    ordered := replace(keys, ', ', ' desc, ') || ' desc';
    comparison := '<';
  end if;
  foreach pattern in array patterns loop
    matching := matching || format(' and search like %L', pattern);
  end loop;
  if signal is not null then
    narrowed := narrowed || format(' and top_signal_number = %L', number);
  end if;
  if after is not null then
    narrowed := narrowed || format(' and (%s) %s (%s)', keys, comparison,
      (select string_agg(quote_literal(value), ', ' order by place) from unnest(after) with ordinality u(value, place)));
  end if;
  if not (is_first and signal is null) then
    execute format(
      'select array_agg(id order by %1$s) from (
         select %2$s from (
           select %2$s, search from contacts where organization_id = %3$L %4$s order by %1$s limit 1000) walked
          where true %5$s order by %1$s limit %6$s) best', ordered, keys, org, narrowed, matching, page)
      into ids;
  end if;
  if coalesce(cardinality(ids), 0) < page then
    execute format(
      'with matches as materialized (select %2$s from contacts where organization_id = %3$L %5$s %4$s)
       select (select array_agg(id order by %1$s) from (select * from matches order by %1$s limit %6$s) best),
              (select count(*) from (select from matches limit %7$s) few)',
      ordered, keys, org, narrowed, matching, page, coalesce(count_to::text, 'null'))
      into ids, counted;
    if after is null then return; end if;
  end if;
  -- Behind the first page the ones before it count too.
  counted := null;
  if count_to is not null then
    execute format('select count(*) from (select from contacts where organization_id = %L %s %s limit %s) found',
                   org, matching, case when signal is null then '' else format('and top_signal_number = %L', number) end,
                   count_to)
      into counted;
  end if;
end $$;
revoke execute on function find_contacts from public;
grant execute on function find_contacts to {{app_role}};
