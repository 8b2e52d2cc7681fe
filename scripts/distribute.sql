-- Spreads the tables of organizations over the nodes of a Citus cluster. Run once, on an empty or a filled database, while
-- no process of the product runs:
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -1 -f scripts/distribute.sql
-- docs/scaling.md says when, what has to be set before it, and what a cluster does not do yet. Keys are taken off and put
-- on again as they were.
set citus.multi_shard_modify_mode = 'sequential';

create temporary table kept_keys on commit drop as
  select conrelid::regclass::text as relation, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace;

do $$
declare
  key record;
begin
  for key in select * from kept_keys loop
    execute format('alter table %s drop constraint %I', key.relation, key.name);
  end loop;
end $$;

-- Whole on every node: what people, organizations and plans of action of all tenants are looked up in.
select create_reference_table('brokerages');
select create_reference_table('organizations');
select create_reference_table('users');
select create_reference_table('memberships');
select create_reference_table('playbooks');
select create_reference_table('proven_domains');

-- By organization, side by side: every table that states whose each row is. Conversations are not among them, since people
-- have some without an organization; nor are the embedded test payments.
select create_distributed_table('contacts', 'organization_id');
select create_distributed_table(c.oid::regclass, 'organization_id', colocate_with => 'contacts')
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id' and a.attnotnull
 where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relrowsecurity and c.relname <> 'contacts'
 order by c.relname;

-- Citus knows no SET NULL beside the key that rows are spread by: what the ledger and look-ups name then stays, an id of
-- nobody, which every reader takes as a deleted contact.
delete from kept_keys where definition like 'FOREIGN KEY (organization_id, contact_id)%SET NULL%';

do $$
declare
  key record;
begin
  for key in select * from kept_keys loop
    execute format('alter table %s add constraint %I %s', key.relation, key.name, key.definition);
  end loop;
end $$;

-- Functions that look into several organizations keep their words, names and rights; a cluster takes parameters only in
-- this language, and no subquery without a column.
do $$
declare
  f record;
begin
  for f in
    select p.proname as name, pg_get_function_arguments(p.oid) as arguments, pg_get_function_result(p.oid) as result,
           p.proretset as many, replace(rtrim(p.prosrc, E' \n;'), 'select from', 'select 1 from') as body, c.picked, c.names
      from pg_proc p join pg_language l on l.oid = p.prolang
     cross join lateral (
       select coalesce(array_agg(type order by place) filter (where mode = 't'), array[p.prorettype]) as types
         from unnest(p.proallargtypes, p.proargmodes::text[]) with ordinality a(type, mode, place)) given
     cross join lateral (
       select string_agg(format('q.c%s::%s', place, format_type(type, null)), ', ' order by place) as picked,
              string_agg(format('c%s', place), ', ' order by place) as names
         from unnest(given.types) with ordinality t(type, place)) c
     where p.pronamespace = 'public'::regnamespace and l.lanname = 'sql' and p.prosecdef and p.provolatile = 's'
  loop
    execute format(
      'create or replace function public.%I(%s) returns %s language plpgsql stable security definer
         set search_path = pg_catalog, public, pg_temp as %L',
      f.name, f.arguments, f.result,
      E'#variable_conflict use_column\nbegin\n  return '
        || case when f.many then format('query select %s from (%s) q(%s)', f.picked, f.body, f.names)
                else format('(%s)', f.body) end
        || E';\nend');
  end loop;
end $$;
