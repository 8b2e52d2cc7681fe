-- Progress of scoring runs, and the difference of each stored score from the previous one. A run processes an
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
  left_ids uuid[] not null default '{}',
  changed integer not null default 0,
  finished_at timestamptz,
  primary key (organization_id, slice)
);
alter table score_runs enable row level security;
alter table score_runs force row level security;
create policy score_runs_tenant on score_runs
  using (organization_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.org_id', true), '')::uuid);
grant select, insert, update, delete on score_runs to {{app_role}};

-- The score kept before; null for the first one.
alter table score_history add column previous_score integer;
alter table score_history no force row level security;
update score_history h set previous_score = p.previous
  from (select organization_id, id, lag(score) over (partition by organization_id, contact_id order by recorded_at, id) as previous
          from score_history) p
 where h.organization_id = p.organization_id and h.id = p.id and p.previous is not null;
alter table score_history force row level security;

-- Rising, falling and new scores, newest first.
create index score_history_rose on score_history (organization_id, recorded_at desc, id desc)
  where score > coalesce(previous_score, 0);
create index score_history_fell on score_history (organization_id, recorded_at desc, id desc)
  where score < previous_score;
create index signals_detected on signals (organization_id, detected_at desc, id desc);

-- Room for the next version of a row on its own page: fading changes many rows a little, night after night.
alter table contacts set (fillfactor = 90);
alter table signals set (fillfactor = 85);
