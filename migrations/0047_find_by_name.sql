-- A page of contacts in whose names every word of a search begins one: they come before those who live on a street or work
-- for a company that is called so. As `find_contacts_by_consent`, the beginning of the order is walked first; behind it at
-- most 20,000 contacts are looked at that have words beginning so anywhere.
create function find_contacts_by_name(starts text[], signal nine_d_category, contactable boolean, sort text, after text[],
                                      page integer) returns uuid[]
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
  end;
  is_descending boolean := sort in ('chance', 'enriched');
  ordered text := case when is_descending then replace(keys, ', ', ' desc, ') || ' desc' else keys end;
  -- The name is how `search` begins; it has as many words there.
  name text := $name$ ' ' || array_to_string((string_to_array(search, ' '))[2:1 + cardinality(array_remove(
    regexp_split_to_array(first_name || ' ' || last_name, '[\s.@+_()/,-]+'), ''))], ' ') $name$;
  matching text := '';
  narrowed text := '';
  near text := '';
  pattern text;
  ids uuid[];
begin
  -- One pattern at a time, since an array can't use the whole index. Counting the words of names is slow, so names
  -- without the word near their end are skipped first.
  foreach pattern in array starts loop
    matching := matching || format(' and search like %L', pattern);
    near := near || format(' and left(search, length(first_name) + length(last_name) + 12) like %L', pattern);
  end loop;
  if contactable is not null then
    narrowed := case when contactable then ' and can_contact' else ' and not can_contact' end;
  end if;
  if signal is not null then
    narrowed := narrowed || format(' and top_signal_number = %L', array_position(enum_range(null::nine_d_category), signal));
  end if;
  if after is not null then
    narrowed := narrowed || format(' and (%s) %s (%s)', keys, case when is_descending then '<' else '>' end,
      (select string_agg(quote_literal(value), ', ' order by place) from unnest(after) with ordinality u(value, place)));
  end if;
  execute format(
    'select array_agg(id order by %1$s) from (
       select %2$s from (select * from contacts where organization_id = %3$L %4$s order by %1$s limit 3000) walked
        where true %5$s %9$s and %7$s like all (%8$L::text[]) order by %1$s limit %6$s) best',
    ordered, keys, org, narrowed, matching, page, name, starts, near)
    into ids;
  if coalesce(cardinality(ids), 0) < page then
    execute format(
      'select array_agg(id order by %1$s) from (
         select %2$s from (select * from contacts where organization_id = %3$L %5$s %4$s limit 20000) named
          where true %9$s and %7$s like all (%8$L::text[]) order by %1$s limit %6$s) best',
      ordered, keys, org, narrowed, matching, page, name, starts, near)
      into ids;
  end if;
  return coalesce(ids, '{}');
end $$;
revoke execute on function find_contacts_by_name from public;
grant execute on function find_contacts_by_name to {{app_role}};
