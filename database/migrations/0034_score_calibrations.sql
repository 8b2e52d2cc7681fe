-- Adapts scores to an organization's own outcomes. Each run keeps its report; an adopted calibration also has a version.
create table score_calibrations (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- Counted from 1; null unless the calibration was adopted.
  version integer check (version > 0),
  calibration jsonb,
  report jsonb,
  -- Who started the run; null for the night.
  created_by uuid references users (id) on delete set null,
  is_nightly boolean not null,
  created_at timestamptz not null default clock_timestamp(),
  -- Null while the run is under way.
  finished_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, version),
  check (finished_at is null or report is not null),
  check (version is null or calibration is not null and finished_at is not null)
);
create unique index score_calibrations_running on score_calibrations (organization_id) where finished_at is null;
create index score_calibrations_time on score_calibrations (organization_id, created_at desc);
create index score_calibrations_creator on score_calibrations (created_by) where created_by is not null;

call protect_tenant_tables('score_calibrations');
-- Reports count the contacts of the whole organization.
create policy score_calibrations_access on score_calibrations as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);

alter table organizations
  -- The calibration in use with its version; null for none. A copy, because every member's enrichments score with it.
  add column score_calibration jsonb,
  -- Since when someone's choice keeps the nightly run from changing it. The user is no reference: users refer to
  -- organizations, and a backup restores referenced tables first.
  add column calibration_chosen_at timestamptz,
  add column calibration_chosen_by uuid;

-- Version of the calibration that gave the chance; null for none.
alter table score_history add column calibration_version integer;
alter table score_snapshots
  add column calibration_version integer,
  -- Bits of the categories with a live signal, as in `contacts`; null in older rows.
  add column live_signals smallint;
