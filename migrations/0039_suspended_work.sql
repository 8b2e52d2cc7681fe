-- Background work for a suspended organization waits until the suspension is lifted, and invitations end with the inviter's right to invite.
create or replace function unmailed_invitations() returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.organization_id, i.id from invitations i
   where i.token_hash is null and i.created_at < now() - interval '1 minute' and i.expires_at > now()
     and not exists (select from organizations o where o.id = i.organization_id and o.suspended_at is not null)
   order by i.created_at limit 100
$$;
create or replace function abandoned_enrichments() returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.organization_id, e.id from enrichments e
   where e.status in ('queued', 'running') and coalesce(e.lease_until, e.created_at + interval '30 seconds') < now()
     and not exists (select from organizations o where o.id = e.organization_id and o.suspended_at is not null)
   order by e.created_at limit 1000
$$;
create or replace function abandoned_imports() returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select i.organization_id, i.id from imports i
   where i.status in ('queued', 'running')
     and not exists (select from organizations o where o.id = i.organization_id and o.suspended_at is not null)
   order by i.created_at limit 1000
$$;
create or replace function abandoned_exports(moment timestamptz) returns table (organization_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select e.organization_id, e.id from data_exports e
   where e.status in ('queued', 'running') and coalesce(e.lease_until, e.created_at) < moment
     and not exists (select from organizations o where o.id = e.organization_id and o.suspended_at is not null)
   order by e.lease_until nulls first limit 100
$$;
create or replace function organizations_with_tasks_due(after timestamptz, until timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct t.organization_id from tasks t
   where t.status <> 'completed' and t.due_date > after and t.due_date <= until
     and not exists (select from organizations o where o.id = t.organization_id and o.suspended_at is not null)
$$;

-- An invitation counts only while the person who sent it may still send it.
delete from invitations i
 where not exists (select from users u where u.id = i.invited_by and u.organization_id = i.organization_id
                                         and u.role in ('OWNER', 'ADMIN'));
