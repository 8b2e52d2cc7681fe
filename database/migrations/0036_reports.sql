-- Saved dashboards sent by email on a schedule, their recipients, and what was sent.
create table report_schedules (
  organization_id uuid not null,
  dashboard_id uuid not null,
  -- 1 (Monday) to 7 (Sunday); empty with a day of the month.
  days smallint[] not null check (days <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  -- The last day of shorter months.
  month_day smallint check (month_day between 1 and 31),
  -- Minutes after midnight in `time_zone`.
  send_at smallint not null check (send_at between 0 and 1439),
  time_zone text not null,
  next_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, dashboard_id),
  check ((cardinality(days) > 0) <> (month_day is not null)),
  foreign key (organization_id, dashboard_id) references analytics_dashboards (organization_id, id) on delete cascade
);
create index report_schedules_due on report_schedules (next_at);

-- Members who get a dashboard. Those who unsubscribed stay, so that no one else signs them up again.
create table report_recipients (
  organization_id uuid not null,
  dashboard_id uuid not null,
  user_id uuid not null,
  unsubscribed_at timestamptz,
  -- Hash of the token in the unsubscribe link.
  token_hash bytea not null,
  primary key (organization_id, dashboard_id, user_id),
  foreign key (organization_id, dashboard_id) references analytics_dashboards (organization_id, id) on delete cascade,
  foreign key (user_id, organization_id) references memberships (user_id, organization_id) on delete cascade
);
create index report_recipients_token on report_recipients (token_hash);
create index report_recipients_user on report_recipients (user_id, organization_id);

-- One email to one member. Its figures end with the day of `due_at`, however late it is sent.
create table report_deliveries (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  dashboard_id uuid not null,
  user_id uuid not null,
  due_at timestamptz not null,
  -- Asked for by the member, who need not be a recipient.
  is_test boolean not null default false,
  -- `sending` from right before the mail server gets it: after a stop in that state it may have been sent.
  status text not null default 'pending' check (status in ('pending', 'sending', 'sent', 'skipped', 'failed')),
  reason text check (reason in ('unsubscribed', 'no_access', 'inactive', 'rejected', 'interrupted', 'too_late', 'no_figures')),
  attempts smallint not null default 0,
  -- Time of the next attempt, and the lease of the worker that has it.
  next_at timestamptz not null,
  finished_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, dashboard_id, user_id, due_at),
  foreign key (organization_id, dashboard_id) references analytics_dashboards (organization_id, id) on delete cascade,
  foreign key (user_id, organization_id) references memberships (user_id, organization_id) on delete cascade
);
create index report_deliveries_due on report_deliveries (next_at) where status in ('pending', 'sending');
create index report_deliveries_user on report_deliveries (user_id, organization_id);

call protect_tenant_tables('report_schedules', 'report_recipients', 'report_deliveries');
-- Visible with the dashboard.
create policy report_schedules_access on report_schedules as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or exists (select from analytics_dashboards d
                where d.organization_id = report_schedules.organization_id and d.id = dashboard_id));
create policy report_recipients_access on report_recipients as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or exists (select from analytics_dashboards d
                where d.organization_id = report_recipients.organization_id and d.id = dashboard_id));
create policy report_deliveries_access on report_deliveries as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or exists (select from analytics_dashboards d
                where d.organization_id = report_deliveries.organization_id and d.id = dashboard_id));
