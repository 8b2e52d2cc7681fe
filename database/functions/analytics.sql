-- Milestones, daily facts and their sums. `fact_events` is the only definition of every metric.
-- The day for members, as `americanDay` in the application: it ends with midnight in Los Angeles without daylight saving.
create or replace function fact_day(moment timestamptz) returns date language sql immutable parallel safe as $$
  select (moment at time zone 'UTC' - interval '8 hours')::date
$$;
create or replace function fact_day_start(day date) returns timestamptz language sql immutable parallel safe as $$
  select (day::timestamp + interval '8 hours') at time zone 'UTC'
$$;

-- As `isConversation` in the application.
create or replace function is_conversation(type text, outcome text) returns boolean language sql immutable parallel safe as $$
  select type <> 'note' and coalesce(outcome not in ('left_message', 'no_answer', 'wrong_number'), type in ('meeting', 'showing'))
$$;

-- Where the buckets of response times begin, in minutes: 1, and each 1.41 times the one before.
create or replace function response_limits() returns double precision[] language sql immutable parallel safe as $$
  select array_agg(power(2::float8, k / 2.0::float8) order by k) from generate_series(0, 44) k
$$;

-- The milestones that follow from what is on record about contacts. In PL/pgSQL, since each connection plans it only once.
drop function if exists derived_milestones(uuid[]);
create function derived_milestones(ids uuid[])
  returns table (contact_id uuid, side text, milestone text, first_at timestamptz, member_id uuid, is_implied boolean,
                 since timestamptz, is_stage boolean, is_first boolean)
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  with org as (select nullif(current_setting('app.org_id', true), '')::uuid as id),
  people as materialized (
    select c.id from contacts c, org where c.organization_id = org.id and c.id = any (ids)),
  acts as materialized (
    select a.contact_id, a.type, a.outcome, a.at, a.recorded_by, case a.type when 'showing' then 'buyer' else 'seller' end as side
      from activities a, org where a.organization_id = org.id and a.contact_id in (select id from people) and a.type <> 'note'),
  stages as materialized (
    select s.* from agreement_stages s, org where s.organization_id = org.id and s.contact_id in (select id from people)),
  marks as materialized (
    select m.* from milestone_marks m, org
     where m.organization_id = org.id and m.contact_id in (select id from people) and m.undone_at is null),
  first_signals as materialized (
    select s.contact_id, min(s.detected_at) as at from signals s, org
     where s.organization_id = org.id and s.contact_id in (select id from people) group by 1),
  steps as materialized (
    select contact_id, 'seller' as side, 'signal' as milestone, at, null::uuid as member_id from first_signals
    union all select contact_id, side, 'contacted', at, recorded_by from acts
    union all select contact_id, side, 'conversation', at, recorded_by from acts where is_conversation(type, outcome)
    union all select contact_id, side, 'appointment_set', at, recorded_by from acts where outcome = 'appointment'
    union all select contact_id, side, 'appointment_held', at, recorded_by from acts
               where type in ('meeting', 'showing') and is_conversation(type, outcome)
    union all
    select t.contact_id, 'seller', 'appointment_held', t.completed_at, t.assigned_to from tasks t, org
     where t.organization_id = org.id and t.contact_id in (select id from people) and t.completed_at is not null
       and t.metadata ->> 'kind' = 'appointment'
    union all
    select contact_id, side, case status when 'pending' then 'under_contract' when 'closed' then 'closed' else 'agreement_signed' end,
           at, recorded_by
      from stages where broker = 'own' and status in ('active', 'coming_soon', 'pending', 'closed')
    union all select contact_id, side, milestone, at, marked_by from marks where milestone <> 'lost'),
  ranked as (
    select s.*, r.rank from steps s
      join unnest(array['signal', 'contacted', 'conversation', 'appointment_set', 'appointment_held', 'agreement_signed',
                        'under_contract', 'closed']) with ordinality as r(milestone, rank) using (milestone)),
  own as (
    select distinct on (contact_id, side, rank) contact_id, side, milestone, rank, at, member_id
      from ranked order by contact_id, side, rank, at, member_id),
  reached as (
    select m.contact_id, m.side, r.milestone, r.rank from (select contact_id, side, max(rank) as rank from own group by 1, 2) m
      cross join lateral unnest(array['signal', 'contacted', 'conversation', 'appointment_set', 'appointment_held',
        'agreement_signed', 'under_contract', 'closed']) with ordinality as r(milestone, rank)
     where r.rank <= m.rank),
  losses as (
    select contact_id, side, at, recorded_by as member_id from stages
     where broker = 'own' and status in ('expired', 'canceled')
        or broker = 'other' and status in ('active', 'coming_soon', 'pending', 'closed')
    union all select contact_id, side, at, marked_by from marks where milestone = 'lost'
    union all
    select o.contact_id, 'seller', fact_day_start(o.moved_on), o.recorded_by from outcomes o, org
     where o.organization_id = org.id and o.contact_id in (select id from people) and o.undone_at is null
       and not exists (select from own k where k.contact_id = o.contact_id and k.side = 'seller' and k.milestone = 'closed')),
  derived as (
    select r.contact_id, r.side, r.milestone, f.at as first_at, f.member_id, f.rank <> r.rank as is_implied, null::timestamptz as since
      from reached r
      cross join lateral (
        select o.at, o.member_id, o.rank from own o
         where o.contact_id = r.contact_id and o.side = r.side and o.rank >= r.rank order by o.at, o.rank limit 1) f
    union all
    -- A deal that went on afterward is not lost.
    (select distinct on (l.contact_id, l.side) l.contact_id, l.side, 'lost', l.at, l.member_id, false, null::timestamptz
       from losses l
      where not exists (select from ranked k where k.contact_id = l.contact_id and k.side = l.side
              and k.milestone in ('agreement_signed', 'under_contract', 'closed') and k.at > l.at)
      order by l.contact_id, l.side, l.at, l.member_id)
    union all
    (select distinct on (s.contact_id) s.contact_id, 'seller', 'responded', a.at, a.recorded_by, false, s.at
       from first_signals s join acts a on a.contact_id = s.contact_id and a.at >= s.at
      order by s.contact_id, a.at, a.recorded_by))
  -- The last one from an appointment on is the stage in the pipeline, unless the deal is closed or lost. The first one of both
  -- sides counts the contact once.
  select d.*, d.milestone in ('appointment_set', 'appointment_held', 'agreement_signed', 'under_contract')
          and row_number() over (partition by d.contact_id, d.side order by array_position(array['lost', 'closed', 'under_contract',
            'agreement_signed', 'appointment_held', 'appointment_set'], d.milestone)) = 1,
         row_number() over (partition by d.contact_id, d.milestone order by d.first_at, d.side desc) = 1
    from derived d;
end $$;

-- The last day that may be summed already: what changes up to it has to be marked. Today is never summed.
create or replace function fact_days_through() returns date
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select greatest((select done_through from fact_runs
                    where organization_id = nullif(current_setting('app.org_id', true), '')::uuid),
                  fact_day(now()) - 1)
$$;

-- Marks days whose sums are out of date.
create or replace function mark_fact_days(days date[], changed_dimension text default null) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  through date := fact_days_through();
begin
  insert into fact_days (organization_id, day, dimension)
  select nullif(current_setting('app.org_id', true), '')::uuid, d.day, changed_dimension
    from (select distinct unnest(days) as day) d
   where d.day <= through;
end $$;

-- Marks every day on which the contacts count.
create or replace function mark_contact_facts(ids uuid[], changed_dimension text default null) returns void
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  org uuid := nullif(current_setting('app.org_id', true), '')::uuid;
begin
  perform mark_fact_days(array(
    select fact_day(x.created_at) from contacts x where x.organization_id = org and x.id = any (ids)
    union select fact_day(x.at) from activities x where x.organization_id = org and x.contact_id = any (ids)
    union select fact_day(x.first_at) from contact_milestones x where x.organization_id = org and x.contact_id = any (ids)
    union select fact_day(x.detected_at) from signals x where x.organization_id = org and x.contact_id = any (ids)
    union select fact_day(x.recorded_at) from score_history x where x.organization_id = org and x.contact_id = any (ids)
    union select fact_day(x.created_at) from credit_ledger x where x.organization_id = org and x.contact_id = any (ids)
    union select x.moved_on from outcomes x
           where x.organization_id = org and x.contact_id = any (ids) and x.undone_at is null), changed_dimension);
end $$;

-- Marks the counts of the present state as out of date after contacts were erased. Only adds a row, so that writers never wait.
create or replace function expire_gauges() returns void
  language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into analytics_gauges (organization_id, metric, value, n, sum, taken_at)
  values (nullif(current_setting('app.org_id', true), '')::uuid, 'expired', gen_random_uuid()::text, 0, 0, clock_timestamp())
$$;

-- Derives the milestones of contacts and writes only differences, whose days it marks. Runs as its owner, since a member
-- with own or team records may change a contact that others worked with. @returns the number of differences
create or replace function refresh_milestones(ids uuid[]) returns integer
  language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
  -- A short list of ids would have its plan made again at each call, which takes four times as long as the work.
  set plan_cache_mode = force_generic_plan as $$
declare
  org uuid := nullif(current_setting('app.org_id', true), '')::uuid;
  changed date[];
begin
  -- Two transactions with one contact take turns, so that the later one sees what the other wrote.
  perform from contacts where organization_id = org and id = any (ids) order by id for no key update;
  with wanted as materialized (select * from derived_milestones(ids)),
  existing as materialized (
    select * from contact_milestones m where m.organization_id = org and m.contact_id = any (ids)),
  differing as materialized (
    select e.contact_id as old_id, e.side as old_side, e.milestone as old_milestone, e.first_at as old_at, w.*
      from existing e full join wanted w
        on w.contact_id = e.contact_id and w.side = e.side and w.milestone = e.milestone
     where (e.first_at, e.member_id, e.is_implied, e.since, e.is_stage, e.is_first)
           is distinct from (w.first_at, w.member_id, w.is_implied, w.since, w.is_stage, w.is_first)),
  removed as (
    delete from contact_milestones m using differing d
     where m.organization_id = org and d.contact_id is null
       and m.contact_id = d.old_id and m.side = d.old_side and m.milestone = d.old_milestone),
  written as (
    insert into contact_milestones (organization_id, contact_id, side, milestone, first_at, member_id, is_implied, since, is_stage,
                                    is_first)
    select org, contact_id, side, milestone, first_at, member_id, is_implied, since, is_stage, is_first
      from differing where contact_id is not null
    on conflict (organization_id, contact_id, side, milestone) do update
       set first_at = excluded.first_at, member_id = excluded.member_id, is_implied = excluded.is_implied,
           since = excluded.since, is_stage = excluded.is_stage, is_first = excluded.is_first)
  select array_agg(fact_day(moment)) into changed
    from differing, unnest(array[old_at, first_at]) moment where moment is not null;
  perform mark_fact_days(changed);
  return coalesce(cardinality(changed), 0);
end $$;

-- Everything that is counted on some days, with the contact and the member who did it. Sees what its caller sees. `kinds` are
-- first parts of metrics: the tables of others are not read. `is_for_all_contacts` false leaves what is about `contacts`; it is a
-- constant of each statement, so that either the days or the contacts are found by index.
drop function if exists fact_events(date, date);
drop function if exists fact_events(date, date, text[], boolean, uuid[]);
create function fact_events(from_day date, to_day date, kinds text[] default null, is_for_all_contacts boolean default true,
                            contacts uuid[] default null)
  returns table (day date, metric text, contact_id uuid, member_id uuid, n bigint, sum double precision)
  language sql stable as $$
  select fact_day(a.at), v.metric, a.contact_id, a.recorded_by, 1::bigint, 0::float8
    from activities a
    cross join lateral (values ('activity', 'activity.' || a.type),
                               ('conversation', case when is_conversation(a.type, a.outcome) then 'conversation' end)) v(kind, metric)
   where a.organization_id = (select nullif(current_setting('app.org_id', true), '')::uuid)
     and (kinds is null or kinds && array['activity', 'conversation']) and (is_for_all_contacts or a.contact_id = any (contacts))
     and a.at >= fact_day_start(from_day) and a.at < fact_day_start(to_day + 1)
     and (kinds is null or v.kind = any (kinds)) and v.metric is not null
  union all
  -- `sum` counts those that only a later milestone implies. With `any` side, contacts count once.
  select fact_day(m.first_at), 'milestone.' || case when v.is_any then 'any' else m.side end || '.' || m.milestone, m.contact_id,
         m.member_id, 1, m.is_implied::int
    from contact_milestones m join (values (false), (true)) v(is_any) on m.is_first or not v.is_any
   where m.organization_id = (select nullif(current_setting('app.org_id', true), '')::uuid)
     and (kinds is null or 'milestone' = any (kinds)) and (is_for_all_contacts or m.contact_id = any (contacts))
     and m.first_at >= fact_day_start(from_day) and m.first_at < fact_day_start(to_day + 1) and m.milestone <> 'responded'
  union all
  -- `sum` has whole seconds, which add up exactly.
  select fact_day(m.first_at), 'response.' || width_bucket(extract(epoch from m.first_at - m.since)::float8 / 60, response_limits()),
         m.contact_id, m.member_id, 1, floor(extract(epoch from m.first_at - m.since))::float8
    from contact_milestones m where m.organization_id = (select nullif(current_setting('app.org_id', true), '')::uuid)
     and (kinds is null or 'response' = any (kinds)) and (is_for_all_contacts or m.contact_id = any (contacts))
     and m.first_at >= fact_day_start(from_day) and m.first_at < fact_day_start(to_day + 1) and m.milestone = 'responded'
  union all
  select fact_day(s.detected_at), 'signal.' || s.category, s.contact_id, null, 1, 0
    from signals s where s.organization_id = (select nullif(current_setting('app.org_id', true), '')::uuid)
     and (kinds is null or 'signal' = any (kinds)) and (is_for_all_contacts or s.contact_id = any (contacts))
     and s.detected_at >= fact_day_start(from_day) and s.detected_at < fact_day_start(to_day + 1)
  union all
  select fact_day(h.recorded_at), case when h.previous_score is null then 'score.new' else 'score.rose' end, h.contact_id, null, 1,
         h.score - coalesce(h.previous_score, 0)
    from score_history h where h.organization_id = (select nullif(current_setting('app.org_id', true), '')::uuid)
     and (kinds is null or 'score' = any (kinds)) and (is_for_all_contacts or h.contact_id = any (contacts))
     and h.recorded_at >= fact_day_start(from_day) and h.recorded_at < fact_day_start(to_day + 1)
     and h.score > coalesce(h.previous_score, 0)
  union all
  select fact_day(h.recorded_at), 'score.fell', h.contact_id, null, 1, h.score - h.previous_score
    from score_history h where h.organization_id = (select nullif(current_setting('app.org_id', true), '')::uuid)
     and (kinds is null or 'score' = any (kinds)) and (is_for_all_contacts or h.contact_id = any (contacts))
     and h.recorded_at >= fact_day_start(from_day) and h.recorded_at < fact_day_start(to_day + 1)
     and h.score < h.previous_score
  union all
  select fact_day(l.created_at), 'credit.used', l.contact_id, null, 1, -l.amount
    from credit_ledger l where l.organization_id = (select nullif(current_setting('app.org_id', true), '')::uuid)
     and (kinds is null or 'credit' = any (kinds)) and (is_for_all_contacts or l.contact_id = any (contacts))
     and l.created_at >= fact_day_start(from_day) and l.created_at < fact_day_start(to_day + 1) and l.operation in ('enrich', 'refund')
  union all
  select fact_day(c.created_at), 'contact.added', c.id, null, 1, 0
    from contacts c where c.organization_id = (select nullif(current_setting('app.org_id', true), '')::uuid)
     and (kinds is null or 'contact' = any (kinds)) and (is_for_all_contacts or c.id = any (contacts))
     and c.created_at >= fact_day_start(from_day) and c.created_at < fact_day_start(to_day + 1)
  union all
  select o.moved_on, 'move', o.contact_id, o.recorded_by, 1, 0
    from outcomes o where o.organization_id = (select nullif(current_setting('app.org_id', true), '')::uuid)
     and (kinds is null or 'move' = any (kinds)) and (is_for_all_contacts or o.contact_id = any (contacts))
     and o.undone_at is null and o.moved_on >= from_day and o.moved_on <= to_day
$$;

-- What a contact is filtered and grouped by; no source and no ZIP code are values of their own.
create or replace function contact_dimensions(contact uuid) returns table (dimension text, value text)
  language sql stable as $$
  select d.dimension, d.value
    from contacts c
    cross join lateral (values ('source', coalesce(c.lead_source, '')), ('relationship', c.relationship), ('zip', coalesce(c.zip_code, '')),
                               ('team', c.team_id::text)) d(dimension, value)
   where c.organization_id = (select nullif(current_setting('app.org_id', true), '')::uuid) and c.id = contact
     and d.value is not null
  union all
  select 'tag', t.tag_id::text from contact_tags t
   where t.organization_id = (select nullif(current_setting('app.org_id', true), '')::uuid) and t.contact_id = contact
  union all
  select distinct 'signal', s.category::text from signals s
   where s.organization_id = (select nullif(current_setting('app.org_id', true), '')::uuid) and s.contact_id = contact
$$;

-- The sums of some days, as `daily_facts` stores them.
create or replace function summed_facts(from_day date, to_day date)
  returns table (day date, metric text, dimension text, value text, n bigint, sum double precision)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  with events as materialized (select * from fact_events(from_day, to_day)),
  -- Each contact is looked up once.
  people as materialized (
    select i.contact_id, d.dimension, d.value
      from (select distinct contact_id from events where contact_id is not null) i
      cross join lateral contact_dimensions(i.contact_id) d)
  select day, metric, '', '', sum(n)::bigint, sum(sum) from events group by day, metric
  union all
  select day, metric, 'member', member_id::text, sum(n)::bigint, sum(sum) from events
   where member_id is not null group by day, metric, member_id
  union all
  select e.day, e.metric, p.dimension, p.value, sum(e.n)::bigint, sum(e.sum)
    from events e join people p on p.contact_id = e.contact_id group by e.day, e.metric, p.dimension, p.value
$$;

-- Adds the stored sums of some days to their months, `times` over: -1 takes them away.
create or replace function add_days_to_months(from_day date, to_day date, times integer) returns void
  language sql volatile set search_path = pg_catalog, public, pg_temp as $$
  insert into daily_facts (organization_id, unit, day, metric, dimension, value, n, sum)
  select f.organization_id, 'month', date_trunc('month', f.day)::date, f.metric, f.dimension, f.value, times * sum(f.n), times * sum(f.sum)
    from daily_facts f
   where f.organization_id = nullif(current_setting('app.org_id', true), '')::uuid and f.unit = 'day'
     and f.day between from_day and to_day
   group by 1, 3, 4, 5, 6
  on conflict (organization_id, unit, dimension, value, metric, day)
    do update set n = daily_facts.n + excluded.n, sum = daily_facts.sum + excluded.sum
$$;

-- Sums some days, changes the sums of their months by the difference, and removes their marks. Part of the caller's
-- transaction, which locked the organization's run.
create or replace function write_daily_facts(from_day date, to_day date) returns void
  language plpgsql volatile set search_path = pg_catalog, public, pg_temp as $$
declare
  org uuid := nullif(current_setting('app.org_id', true), '')::uuid;
begin
  -- First, so that what is written after the sums leaves a mark.
  delete from fact_days where organization_id = org and day between from_day and to_day;
  perform add_days_to_months(from_day, to_day, -1);
  delete from daily_facts where organization_id = org and unit = 'day' and day between from_day and to_day;
  insert into daily_facts (organization_id, day, metric, dimension, value, n, sum)
  select org, f.day, f.metric, f.dimension, f.value, f.n, f.sum from summed_facts(from_day, to_day) f;
  perform add_days_to_months(from_day, to_day, 1);
  delete from daily_facts
   where organization_id = org and unit = 'month' and n = 0
     and day between date_trunc('month', from_day)::date and to_day;
end $$;

-- Organizations whose sums are behind a day: without one, or with marked days. Suspended ones wait.
create or replace function organizations_to_sum(through date) returns table (organization_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
    left join fact_runs r on r.organization_id = o.id
   where o.suspended_at is null and not exists (select from erasures e where e.organization = o.id)
     and (r.done_through is null or r.done_through < through or r.gauges_on is null or r.gauges_on < through
       or exists (select from fact_days d where d.organization_id = o.id and d.day <= r.done_through))
   order by o.id
$$;
