-- Imports: rows that wait for their turn stand together, a chunk in one row, instead of one by one. Writing, reading
-- and deleting a million rows of their own took as long as making contacts of them.
create table import_chunks (
  organization_id uuid not null,
  import_id uuid not null,
  -- The rows of the file it covers, from the first to the last.
  first_row integer not null,
  last_row integer not null,
  -- How many of them were refused as they arrived; those stand in import_rows.
  refused integer not null,
  -- All others, as JSON: an array a row, with its number and the eight fields in the order of forms. Text, because
  -- nothing here looks into it.
  drafts text not null,
  primary key (organization_id, import_id, first_row),
  foreign key (organization_id, import_id) references imports (organization_id, id) on delete cascade
);
-- It lives for minutes: compressing it costs more than writing it.
alter table import_chunks alter column drafts set storage external;

-- Imports that are waiting during this migration.
alter table imports no force row level security;
alter table import_rows no force row level security;
insert into import_chunks (organization_id, import_id, first_row, last_row, refused, drafts)
select organization_id, import_id, min(row), max(row), count(*) filter (where draft is null),
       coalesce(jsonb_agg(jsonb_build_array(row, draft -> 'firstName', draft -> 'lastName', draft -> 'email',
         draft -> 'phone', draft -> 'address', draft -> 'city', draft -> 'state', draft -> 'zipCode') order by row)
         filter (where draft is not null), '[]')::text
  from (select r.*, row_number() over (partition by r.organization_id, r.import_id order by r.row) as place
          from import_rows r join imports i on i.organization_id = r.organization_id and i.id = r.import_id
         where i.status in ('uploading', 'queued', 'running') and r.row > i.processed_row) waiting
 group by organization_id, import_id, (place - 1) / 1000;
delete from import_rows where draft is not null;
alter table imports force row level security;
alter table import_rows force row level security;

alter table import_chunks enable row level security;
alter table import_chunks force row level security;
create policy import_chunks_tenant on import_chunks
  using (organization_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.org_id', true), '')::uuid);
grant select, insert, update, delete on import_chunks to {{app_role}};

-- A longer list of what is still to be sorted into the search index: 256 kB held 150 contacts, and sorting in so few at
-- a time was two thirds of an import. A full list costs a search some milliseconds; imports empty it as they go, and
-- the sweep empties what single additions leave.
alter index contacts_search set (gin_pending_list_limit = 4096);
create function flush_search_index() returns bigint
  language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  select gin_clean_pending_list('public.contacts_search')
$$;
revoke execute on function flush_search_index() from public;
grant execute on function flush_search_index() to {{app_role}};

-- Last names are found by the name index, which starts with them.
drop index contacts_last_name;

-- Keys are checked by the thousand. For an organization without statistics, the planner preferred this index, which
-- starts with the same columns as the primary key, and scanned all keys for each lookup.
drop index contact_keys_contact;
create index contact_keys_contact on contact_keys (contact_id, organization_id);
