-- Analytics of large organizations. Sums of whole months stand beside those of their days, so that a year is read
-- from a dozen rows of each metric.
alter table daily_facts add column unit text not null default 'day' check (unit in ('day', 'month'));
alter table daily_facts drop constraint daily_facts_pkey;
-- Metrics of one value are neighbors, by day: a range of days is read without its other metrics and values.
alter table daily_facts add primary key (organization_id, unit, dimension, value, metric, day);
-- Days are written whole, and read by all values of a dimension.
create index daily_facts_day on daily_facts (organization_id, unit, day, dimension, metric);
insert into daily_facts (organization_id, unit, day, metric, dimension, value, n, sum)
select organization_id, 'month', date_trunc('month', day)::date, metric, dimension, value, sum(n), sum(sum)
  from daily_facts group by 1, 3, 4, 5, 6;

-- The last milestone from an appointment on: where the contact stands in the pipeline.
alter table contact_milestones add column is_stage boolean not null default false;
update contact_milestones m set is_stage = true
  from (select distinct on (organization_id, contact_id, side) organization_id, contact_id, side, milestone from contact_milestones
         where milestone in ('appointment_set', 'appointment_held', 'agreement_signed', 'under_contract', 'closed', 'lost')
         order by organization_id, contact_id, side, array_position(array['lost', 'closed', 'under_contract', 'agreement_signed',
           'appointment_held', 'appointment_set'], milestone)) l
 where m.organization_id = l.organization_id and m.contact_id = l.contact_id and m.side = l.side and m.milestone = l.milestone;
drop index contact_milestones_pipeline;
create index contact_milestones_stage on contact_milestones (organization_id, milestone, side, first_at, contact_id) where is_stage;

-- Contacts without a source or a ZIP code have sums from now on.
insert into fact_days (organization_id, day, dimension)
select distinct f.organization_id, f.day, d.dimension from daily_facts f, (values ('source'), ('zip')) d(dimension)
 where f.unit = 'day' and f.dimension = '';
