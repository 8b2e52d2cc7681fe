-- People who are counted once for both sides, stages of open deals only, and recipients who were removed from a dashboard.

-- Databases that applied 0030 before this column was added to it don't have it.
alter table contact_transfers
  -- The end of the offer that a transfer started from; what it leaves behind is offered until then.
  add column if not exists offered_until timestamptz;

-- Of a milestone that a contact reached on both sides, the first one.
alter table contact_milestones add column is_first boolean not null default true;
update contact_milestones m set is_first = false
  from contact_milestones o
 where o.organization_id = m.organization_id and o.contact_id = m.contact_id and o.milestone = m.milestone and o.side <> m.side
   and (o.first_at, m.side) < (m.first_at, o.side);

-- Sums for both sides are those of each side, except on the days of contacts who are on both.
insert into daily_facts (organization_id, unit, day, metric, dimension, value, n, sum)
select organization_id, unit, day, 'milestone.any.' || split_part(metric, '.', 3), dimension, value, sum(n), sum(sum)
  from daily_facts where metric like 'milestone.%' group by 1, 2, 3, 4, 5, 6;
insert into fact_days (organization_id, day)
select distinct m.organization_id, (m.first_at at time zone 'UTC' - interval '8 hours')::date
  from contact_milestones m join fact_runs r on r.organization_id = m.organization_id
 where not m.is_first and (m.first_at at time zone 'UTC' - interval '8 hours')::date <= r.done_through;

-- Stages of the pipeline are open; closed and lost deals count by their own milestones.
update contact_milestones set is_stage = false where is_stage and milestone in ('closed', 'lost');
drop index contact_milestones_stage;
create index contact_milestones_pipeline on contact_milestones (organization_id, milestone, side, first_at, contact_id) include (is_first)
  where is_stage or milestone in ('closed', 'lost');

-- Set for recipients whom someone else removed: links in their old emails still unsubscribe them.
alter table report_recipients add column removed_at timestamptz;
alter table report_deliveries drop constraint report_deliveries_reason_check;
alter table report_deliveries add constraint report_deliveries_reason_check check (reason in ('unsubscribed', 'removed', 'no_access',
  'inactive', 'rejected', 'interrupted', 'too_late', 'no_figures'));
