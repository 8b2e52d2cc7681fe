-- Members whose Morning Five is due, of organizations with a plan that are not suspended; ids only.
create or replace function due_morning_emails(moment timestamptz) returns table (organization_id uuid, user_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.organization_id, m.user_id
    from morning_emails m
    join organizations o on o.id = m.organization_id
    join memberships u on u.user_id = m.user_id and u.organization_id = m.organization_id
   where m.is_on and m.next_at <= moment and o.suspended_at is null and o.subscription_status = 'active'
   order by m.next_at limit 100
$$;

-- The member whose Morning Five an unsubscribe link turns off. It works for suspended organizations, too, whose members can
-- always stop email.
create or replace function find_morning_email(hash bytea) returns table (organization_id uuid, user_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, user_id from morning_emails where token_hash = hash
$$;
