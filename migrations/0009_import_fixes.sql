-- vCard imports, and skipped rows that users can fix: their contents are stored for 30 days, as long as the import
-- can be undone.
alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('csv', 'bulk', 'vcf'));

-- The eight fields of a skipped row as far as they could be parsed.
alter table import_rows add column raw jsonb check (octet_length(raw::text) <= 4096);
create index import_rows_raw on import_rows (organization_id, import_id) where raw is not null;

-- Imports whose skipped rows are past retention; across organizations, ids only, for the sweep.
create policy import_rows_sweep on import_rows for select to current_user using (true);
create function expired_import_rows() returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.organization_id, i.id from imports i
   where i.finished_at < now() - interval '30 days'
     and exists (select from import_rows r
          where r.organization_id = i.organization_id and r.import_id = i.id and r.raw is not null)
   order by i.finished_at limit 100
$$;
revoke execute on function expired_import_rows() from public;
grant execute on function expired_import_rows() to {{app_role}};
