-- Scores: their history, the nightly runs, monthly snapshots and outcomes.
create table score_history (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  score integer not null check (score between 0 and 100),
  chance real not null,
  lift real not null,
  points jsonb not null,
  cause text not null,
  model_version text not null,
  recorded_at timestamptz not null default now(),
  -- The score before; null for the first one.
  previous_score integer,
  primary key (organization_id, id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index score_history_contact on score_history (organization_id, contact_id, recorded_at);
-- Rising, falling and new scores, newest first.
create index score_history_rose on score_history (organization_id, recorded_at desc, id desc)
  where score > coalesce(previous_score, 0);
create index score_history_fell on score_history (organization_id, recorded_at desc, id desc)
  where score < previous_score;
-- Rows stand in the order of time, so that a few pages tell where the old ones are.
create index score_history_recorded on score_history using brin (recorded_at);

-- Progress of scoring runs. A run processes an
-- organization slice by slice, in order of id. Progress is stored in the same transaction as the scores, so that an
-- interrupted run resumes; unchanged rows are not touched.
create table score_runs (
  organization_id uuid not null references organizations (id) on delete cascade,
  slice integer not null,
  -- Date of the scores, cause of the run and its model.
  day date not null,
  cause text not null check (cause in ('faded', 'policy')),
  model_version text not null,
  -- True if the previous run used the same model: then unchanged scores have unchanged reasons.
  same_model boolean not null,
  -- The slice: ids up to this one (null: to the end); ids up to `after_id` are done.
  last_id uuid,
  after_id uuid,
  -- Contacts that were being changed when their turn came; they are scored at the end.
  deferred_ids uuid[] not null default '{}',
  changed integer not null default 0,
  finished_at timestamptz,
  primary key (organization_id, slice)
);

-- Snapshot of the scores of each month, for comparing them with what happened.
create table score_snapshots (
  organization_id uuid not null,
  contact_id uuid not null,
  -- The first day of the month, and the day it was done: later where the first was missed.
  month date not null check (extract(day from month) = 1),
  snapshot_on date not null,
  score integer not null check (score between 0 and 100),
  chance real not null check (chance between 0 and 1),
  model_version text not null,
  -- Null where not known.
  age_band text,
  tenure text check (tenure in ('owner', 'renter')),
  -- No earlier month of the contact was frozen.
  is_first boolean not null default true,
  primary key (organization_id, contact_id, month),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index score_snapshots_month on score_snapshots (organization_id, month);
create index score_snapshots_first on score_snapshots (organization_id, month) where is_first;

-- How far an organization's month is frozen: a stopped run goes on behind `after_id`.
create table score_snapshot_runs (
  organization_id uuid not null references organizations (id) on delete cascade,
  month date not null,
  after_id uuid,
  finished_at timestamptz,
  primary key (organization_id, month)
);

-- Moves as they become known.
create table outcomes (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  kind text not null check (kind in ('moved')),
  moved_on date not null,
  -- Recorded by a user, or detected from a newer address.
  source text not null check (source in ('person', 'address')),
  -- SHA-256 of that address: it is recorded once, even after an undo.
  address_key bytea,
  note text check (length(note) <= 200),
  recorded_by uuid references users (id) on delete set null,
  recorded_at timestamptz not null default clock_timestamp(),
  undone_by uuid references users (id) on delete set null,
  undone_at timestamptz,
  primary key (organization_id, id),
  check ((source = 'address') = (address_key is not null)),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index outcomes_contact on outcomes (organization_id, contact_id);
create index outcomes_recorder on outcomes (recorded_by) where recorded_by is not null;

call protect_tenant_tables('score_history', 'score_runs', 'score_snapshots', 'score_snapshot_runs', 'outcomes');
