-- Imported contacts are verified after the import: during it, both would write the same contacts and wait for each
-- other.
create or replace function organizations_with_due_verifications() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
   where o.subscription_status = 'active' and o.suspended_at is null
     and exists (select from contacts c where c.organization_id = o.id and c.verification_due_at <= now())
     and not exists (select from imports i where i.organization_id = o.id and i.status = 'running')
   limit 1000
$$;

-- Updates planner statistics of a table that was just filled. PostgreSQL does so after a minute, and until then scans
-- all contacts for a page of the list.
create function count_contacts_anew() returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  analyze contacts, contact_keys;
end $$;
revoke execute on function count_contacts_anew() from public;
grant execute on function count_contacts_anew() to {{app_role}};
