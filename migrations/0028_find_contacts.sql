-- Finds a page of contacts and counts the matches in one call, since a separate count did the search twice. The first
-- page by score, the most common request, is planned once per connection; others on demand. `search_contact_ids` and
-- `count_contacts` remain for processes of the previous release.
create function find_contacts(patterns text[], signal nine_d_category, sort text, after text[], page integer,
                              count_to integer, out ids uuid[], out counted integer)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  org uuid := nullif(current_setting('app.org_id', true), '')::uuid;
  is_first boolean := sort = 'score' and after is null;
  keys text;
  ordered text;
  comparison text := '>';
  matching text := '';
  narrowed text := '';
  pattern text;
begin
  if is_first and signal is not null and cardinality(patterns) = 0 then
    select array_agg(id order by sort_rank, last_name_key, id) into ids from (
      select id, sort_rank, last_name_key from contacts where organization_id = org and top_signal = signal
       order by sort_rank, last_name_key, id limit page) best;
    if coalesce(cardinality(ids), 0) < page then
      counted := coalesce(cardinality(ids), 0);
    elsif count_to is not null then
      select count(*) into counted from (
        select from contacts where organization_id = org and top_signal = signal limit count_to) found;
    end if;
    return;
  end if;
  -- Common words: walk the first contacts of the order and stop at a full page. The inner limit is a fence.
  if is_first and signal is null then
    select array_agg(id order by sort_rank, last_name_key, id) into ids from (
      select id, sort_rank, last_name_key from (
        select id, sort_rank, last_name_key, search from contacts where organization_id = org
         order by sort_rank, last_name_key, id limit 3000) walked
       where search like all (patterns) order by sort_rank, last_name_key, id limit page) best;
    if coalesce(cardinality(ids), 0) < page and cardinality(patterns) = 1 then
      -- Rare words: the index finds them all, which counts them too.
      with matches as materialized (
        select id, sort_rank, last_name_key from contacts where organization_id = org and search like patterns[1])
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
    narrowed := narrowed || format(' and top_signal = %L', signal);
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
                   org, matching, case when signal is null then '' else format('and top_signal = %L', signal) end,
                   count_to)
      into counted;
  end if;
end $$;
revoke execute on function find_contacts from public;
grant execute on function find_contacts to {{app_role}};
