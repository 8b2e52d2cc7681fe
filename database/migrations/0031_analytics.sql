-- Analytics: milestones of contacts, daily facts with a watermark, and saved dashboards.
-- What people and programs report about the way to a closing, beside what activities and agreements say.
create table milestone_marks (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  milestone text not null check (milestone in ('signal', 'contacted', 'conversation', 'appointment_set', 'appointment_held',
    'agreement_signed', 'under_contract', 'closed', 'lost')),
  side text not null check (side in ('seller', 'buyer')),
  at timestamptz not null,
  marked_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index milestone_marks_contact on milestone_marks (organization_id, contact_id);
create index milestone_marks_marker on milestone_marks (marked_by) where marked_by is not null;

-- How an agreement with a broker went on: `broker_agreements` has only its latest status.
create table agreement_stages (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  side text not null check (side in ('seller', 'buyer')),
  broker text not null check (broker in ('own', 'other')),
  status text not null,
  at timestamptz not null,
  recorded_by uuid references users (id) on delete set null,
  primary key (organization_id, id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index agreement_stages_contact on agreement_stages (organization_id, contact_id);
create index agreement_stages_recorder on agreement_stages (recorded_by) where recorded_by is not null;
insert into agreement_stages (organization_id, contact_id, side, broker, status, at, recorded_by)
select organization_id, contact_id, side, broker, status, updated_at, recorded_by from broker_agreements;

-- Derived by `refresh_milestones` in the transaction that changes a source; never edited.
create table contact_milestones (
  organization_id uuid not null,
  contact_id uuid not null,
  side text not null,
  -- A milestone, or `responded`: the first contact after the first signal.
  milestone text not null,
  first_at timestamptz not null,
  member_id uuid references users (id) on delete set null,
  -- Only a later milestone says so.
  is_implied boolean not null,
  -- Of `responded`: when the signal was found.
  since timestamptz,
  primary key (organization_id, contact_id, side, milestone),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index contact_milestones_time on contact_milestones (organization_id, first_at);
create index contact_milestones_pipeline on contact_milestones (organization_id, contact_id, side)
  where milestone in ('appointment_set', 'appointment_held', 'agreement_signed', 'under_contract', 'closed', 'lost');
create index contact_milestones_member on contact_milestones (member_id) where member_id is not null;

-- The price and the fee of a deal as an agent typed them.
create table pipeline_values (
  organization_id uuid not null,
  contact_id uuid not null,
  side text not null check (side in ('seller', 'buyer')),
  price_cents bigint check (price_cents >= 0),
  fee_cents bigint check (fee_cents >= 0),
  fee_percent double precision check (fee_percent between 0 and 100),
  member_id uuid references users (id) on delete set null,
  updated_at timestamptz not null default now(),
  primary key (organization_id, contact_id, side),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index pipeline_values_member on pipeline_values (member_id) where member_id is not null;

-- Sums of `fact_events` per day; `dimension` is empty for all, or one of those of `contact_dimensions`, or `member`.
create table daily_facts (
  organization_id uuid not null references organizations (id) on delete cascade,
  day date not null,
  metric text not null,
  dimension text not null,
  value text not null,
  n bigint not null,
  sum double precision not null,
  primary key (organization_id, dimension, day, metric, value)
);

-- Days on which something changed after they were summed; read from the events until the job does them again.
create table fact_days (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  day date not null,
  -- The only dimension that changed; null for all sums of the day.
  dimension text,
  primary key (organization_id, id)
);
create index fact_days_day on fact_days (organization_id, day);

-- The watermark: days up to this one are summed. Milestones of contacts from before this table are derived first, in order
-- of id up to `milestones_after`.
create table fact_runs (
  organization_id uuid not null references organizations (id) on delete cascade,
  has_milestones boolean not null default false,
  milestones_after uuid,
  done_through date,
  gauges_on date,
  primary key (organization_id)
);

-- Counts of the present state, taken once a day: coverage, ZIP codes and score bands.
create table analytics_gauges (
  organization_id uuid not null references organizations (id) on delete cascade,
  metric text not null,
  value text not null,
  n bigint not null,
  sum double precision not null,
  extra double precision not null default 0,
  -- City and state of a ZIP code.
  label text,
  taken_at timestamptz not null,
  primary key (organization_id, metric, value)
);

create table analytics_dashboards (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- Null once the member's account is gone; shared dashboards remain.
  created_by uuid references users (id) on delete set null,
  name text not null check (length(name) between 1 and 60),
  view text not null,
  query jsonb not null,
  is_shared boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, created_by, name)
);
create index analytics_dashboards_creator on analytics_dashboards (created_by) where created_by is not null;

-- Events of a day, for the sums.
create index activities_time on activities (organization_id, at);
create index contacts_added on contacts (organization_id, created_at);
create index outcomes_moved on outcomes (organization_id, moved_on) where undone_at is null;
create index signals_contact on signals (organization_id, contact_id, category);

call protect_tenant_tables('milestone_marks', 'agreement_stages', 'contact_milestones', 'pipeline_values', 'daily_facts',
  'fact_days', 'fact_runs', 'analytics_gauges', 'analytics_dashboards');
call show_with_contact('milestone_marks', 'agreement_stages', 'contact_milestones', 'pipeline_values');
-- Sums count contacts of everyone.
create policy daily_facts_access on daily_facts as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);
create policy fact_days_access on fact_days as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);
create policy fact_runs_access on fact_runs as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);
create policy analytics_gauges_access on analytics_gauges as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);
create policy analytics_dashboards_access on analytics_dashboards as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or is_shared or created_by = (select nullif(current_setting('app.user_id', true), ''))::uuid);
