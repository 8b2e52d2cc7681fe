-- The organization whose connection a webhook of Follow Up Boss names.
create or replace function organization_of_follow_up_boss_hook(hook uuid) returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id from follow_up_boss_connections where hook_id = hook
$$;

-- Organizations whose sync has something to do now.
create or replace function organizations_with_follow_up_boss_work(poll_minutes integer) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.organization_id from follow_up_boss_connections f join organizations o on o.id = f.organization_id
   where o.suspended_at is null and f.status = 'active' and f.stage <> 'new'
     and (f.wait_until is null or f.wait_until <= now()) and (f.leased_until is null or f.leased_until <= now())
     and (f.stage <> 'done' or f.polled_at is null or f.polled_at < now() - make_interval(mins => poll_minutes)
       or exists (select from follow_up_boss_queue q
                   where q.organization_id = f.organization_id and q.next_attempt_at <= now()))
$$;

-- Organizations whose owners have to hear by email that the sync stopped.
create or replace function organizations_with_stopped_follow_up_boss() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.organization_id from follow_up_boss_connections f join organizations o on o.id = f.organization_id
   where f.mail_due_at is not null and f.status = 'failed' and o.suspended_at is null
$$;
