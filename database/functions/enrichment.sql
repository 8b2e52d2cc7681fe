create or replace function abandoned_enrichments() returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.organization_id, e.id from enrichments e
   where e.status in ('queued', 'running') and coalesce(e.lease_until, e.created_at + interval '30 seconds') < now()
     and not exists (select from organizations o where o.id = e.organization_id and o.suspended_at is not null)
   order by e.created_at limit 1000
$$;

-- Work that goes on by itself rests while an organization is suspended.
create or replace function organizations_with_waiting_enrichments() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
   where o.credits > 0 and o.subscription_status = 'active' and o.suspended_at is null
     and exists (select from enrichments e where e.organization_id = o.id and e.status = 'waiting'
                   and e.contact_id is not null)
$$;

create or replace function organizations_with_due_verifications() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
   where o.subscription_status = 'active' and o.suspended_at is null
     and exists (select from contacts c where c.organization_id = o.id and c.verification_due_at <= now())
     and not exists (select from imports i where i.organization_id = o.id and i.status = 'running')
   limit 1000
$$;
