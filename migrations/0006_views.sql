-- The contacts list in other orders than by score, and views: what a person looks at again and again, by name.
-- Every order has columns without nulls and ends with the id, so that a cursor names exactly one place in it.
alter table contacts
  add column chance_key real not null generated always as (coalesce(move_chance, -1)) stored,
  add column first_name_key text collate "C" not null generated always as (lower(first_name)) stored,
  add column enriched_key timestamptz not null generated always as (coalesce(enriched_at, '-infinity')) stored,
  -- When the first of the open tasks is due; written by the tasks feature with every change of a task.
  add column next_task_at timestamptz not null default 'infinity';

-- Behind the first column follows the id, which is ordered by time: imports append to these instead of scattering.
create index contacts_chance on contacts (organization_id, chance_key, id);
create index contacts_enriched on contacts (organization_id, enriched_key, id);
create index contacts_next_task on contacts (organization_id, next_task_at, id);
create index contacts_name on contacts (organization_id, last_name_key, first_name_key, id);

alter table contacts no force row level security;
alter table tasks no force row level security;
update contacts c set next_task_at = t.due
  from (select organization_id, contact_id, min(due_date) as due from tasks
         where status <> 'completed' and due_date is not null group by 1, 2) t
 where c.organization_id = t.organization_id and c.id = t.contact_id;
alter table contacts force row level security;
alter table tasks force row level security;

create index tasks_next on tasks (organization_id, contact_id, due_date) where status <> 'completed';

-- As before, with the order as an argument. `after` holds the place behind which the page starts, as text.
drop function search_contact_ids(text[], nine_d_category, integer, text, uuid, integer);
create function search_contact_ids(patterns text[], signal nine_d_category, sort text, after text[], page integer)
  returns setof uuid language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  org uuid := nullif(current_setting('app.org_id', true), '')::uuid;
  keys text;
  ordered text;
  comparison text := '>';
  matching text := '';
  narrowed text := '';
  pattern text;
  found uuid[];
begin
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
  -- Common words: walk the first contacts of the order and stop at a full page. The inner limit is a fence.
  execute format(
    'select array_agg(id order by %1$s) from (
       select %2$s from (
         select %2$s, search from contacts where organization_id = %3$L %4$s order by %1$s limit 1000) walked
        where true %5$s order by %1$s limit %6$s) best', ordered, keys, org, narrowed, matching, page)
    into found;
  if coalesce(array_length(found, 1), 0) < page then
    -- Rare words: the index finds them all.
    execute format(
      'with matches as materialized (
         select %2$s from contacts where organization_id = %3$L %5$s %4$s)
       select array_agg(id order by %1$s) from (select * from matches order by %1$s limit %6$s) best',
      ordered, keys, org, narrowed, matching, page)
      into found;
  end if;
  return query select unnest(found);
end $$;
revoke execute on function search_contact_ids from public;
grant execute on function search_contact_ids to {{app_role}};

create table views (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  search text,
  signal nine_d_category,
  sort text not null default 'score',
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, user_id, name)
);
alter table views enable row level security;
alter table views force row level security;
create policy views_tenant on views using (organization_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.org_id', true), '')::uuid);
grant select, insert, update, delete on views to {{app_role}};
