-- Organizations that wait for a look. Those with an import under way wait for its end: both would read the same
-- contacts.
create or replace function organizations_with_duplicate_checks() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct c.organization_id from duplicate_checks c
    join organizations o on o.id = c.organization_id
   where o.subscription_status = 'active' and o.suspended_at is null
     and not exists (select from imports i where i.organization_id = o.id and i.status in ('queued', 'running'))
   limit 1000
$$;

-- Contacts by key, without keys shared by more than `block_max` contacts. The request role can't use the array
-- operator with an index, so this function checks the organization itself. Without statistics, a scan with a limit
-- looks cheap to the planner but would read all contacts for each key. Only jobs call it: a member with own records gets
-- nothing.
create or replace function contacts_sharing_keys(sought bigint[], block_max integer)
  returns table (key bigint, contact_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off set enable_indexscan = off as $$
  select k.key, block.contact_id from unnest(sought) as k(key) cross join lateral (
    select found.contact_id, count(*) over () as members from (
      select m.contact_id from contact_match_keys m
       where m.organization_id = nullif(current_setting('app.org_id', true), '')::uuid
         and m.keys @> array[k.key] limit block_max + 1) found) block
   where block.members <= block_max and nullif(current_setting('app.user_id', true), '') is null
$$;

create or replace function erase_expired_merge_snapshots() returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from merge_snapshots where created_at < now() - interval '30 days'
$$;
