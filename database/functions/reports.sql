-- Dashboards whose email is due; ids only. Those of suspended organizations come too: their time passes without an email.
create or replace function due_report_schedules(moment timestamptz) returns table (organization_id uuid, dashboard_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, dashboard_id from report_schedules where next_at <= moment order by next_at limit 100
$$;

-- Emails that wait to be sent, and those whose worker stopped; ids only.
create or replace function due_report_deliveries(moment timestamptz) returns table (organization_id uuid, delivery_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id from report_deliveries
   where status in ('pending', 'sending') and next_at <= moment order by next_at limit 100
$$;

-- The recipient whom an unsubscribe link takes off. It works for suspended organizations, too.
create or replace function find_report_recipient(hash bytea)
  returns table (organization_id uuid, dashboard_id uuid, user_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, dashboard_id, user_id from report_recipients where token_hash = hash
$$;
