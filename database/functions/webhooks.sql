-- Stores events of the transaction's organization and a delivery for each endpoint that is on and wants them. An endpoint that
-- is off can replay them later. Without an endpoint and without a key or app that can read events, it stores none. Changes of
-- contacts also wait for the sync with Follow Up Boss where it is connected. The locks make it wait for the deletion of an
-- endpoint or connection instead of failing with it. Acting members see neither, so it runs as the owner. Returns 1 if it
-- stored deliveries, plus 2 if it stored waiting changes.
create or replace function emit_events(emitted jsonb) returns integer
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with organization as materialized (
    select nullif(current_setting('app.org_id', true), '')::uuid as id),
  endpoints as materialized (
    select e.organization_id, e.id, e.types from organization o join webhook_endpoints e on e.organization_id = o.id
     where e.disabled_at is null
       for key share of e),
  connected as materialized (
    select f.organization_id from organization o join follow_up_boss_connections f on f.organization_id = o.id
     where f.stage <> 'new' and f.status <> 'failed'
       for key share of f),
  added as (
    insert into events (organization_id, id, type, ids, contact_ids, changed)
    select o.id, n.id, n.type, n.ids, n.contact_ids, n.changed
      from organization o
     cross join jsonb_to_recordset(emitted) as n(id uuid, type text, ids uuid[], contact_ids uuid[], changed text[])
     where exists (select from webhook_endpoints e where e.organization_id = o.id)
        or exists (select from api_keys k where k.organization_id = o.id and 'events:read' = any(k.scopes)
                      and (k.expires_at is null or k.expires_at > now()))
        or exists (select from connected_apps c join oauth_tokens t on t.organization_id = c.organization_id and t.app_id = c.id
                    where c.organization_id = o.id and 'events:read' = any(c.scopes) and t.expires_at > now())
    returning organization_id, id, type),
  queued as (
    insert into webhook_deliveries (organization_id, endpoint_id, event_id)
    select a.organization_id, e.id, a.id from added a
      join endpoints e on e.organization_id = a.organization_id and (e.types = '{}' or a.type = any(e.types))
    returning id),
  waiting as (
    insert into follow_up_boss_queue (organization_id, local_id, changes_fields)
    select f.organization_id, contact.id, bool_or(n.type = 'contact.created' or n.type = 'contact.updated' and coalesce(n.changed && array[
             'firstName', 'lastName', 'email', 'phone', 'address', 'city', 'state', 'zipCode'], false))
      from connected f
     cross join jsonb_to_recordset(emitted) as n(type text, contact_ids uuid[], changed text[])
     cross join unnest(n.contact_ids) as contact(id)
     group by f.organization_id, contact.id
    returning id)
  select (select count(*) > 0 from queued)::integer + 2 * (select count(*) > 0 from waiting)::integer
$$;

-- Organizations with an endpoint that was turned off and still has waiting deliveries, or an email about it that is due.
create or replace function organizations_with_disabled_endpoints() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct e.organization_id from webhook_endpoints e
   where e.disabled_at is not null
     and (e.mail_due_at is not null or exists (
       select from webhook_deliveries d
        where d.organization_id = e.organization_id and d.endpoint_id = e.id and d.next_attempt_at is not null))
$$;

-- Organizations with a delivery that is due.
create or replace function organizations_with_due_deliveries() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct e.organization_id from webhook_endpoints e join organizations o on o.id = e.organization_id
   where e.disabled_at is null and o.suspended_at is null
     and exists (select from webhook_deliveries d
                  where d.organization_id = e.organization_id and d.endpoint_id = e.id and d.next_attempt_at <= now())
$$;
