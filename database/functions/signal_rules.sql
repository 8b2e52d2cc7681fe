-- Organizations with contacts that wait for a check by their own signal rules.
create or replace function organizations_with_signal_rule_checks() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
   where o.suspended_at is null and exists (select from signal_rule_checks c where c.organization_id = o.id)
   limit 1000
$$;

-- Organizations whose run over all contacts is not finished, or is due on a day: those with a rule that is on.
create or replace function organizations_with_signal_rule_runs(run_day date) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o left join signal_rule_runs r on r.organization_id = o.id
   where o.suspended_at is null
     and (r.finished_at is null and r.day is not null
       or (r.day is null or r.day < run_day)
          and exists (select from signal_rules s where s.organization_id = o.id and s.is_on))
   limit 1000
$$;
