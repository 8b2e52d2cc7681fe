-- Monthly score snapshots, and moves as they become known. `tenure` says whether the contact owns or rents the home
-- according to the latest enrichment; null if unknown.
alter table contacts add column tenure text check (tenure in ('owner', 'renter'));

create table frozen_scores (
  organization_id uuid not null,
  contact_id uuid not null,
  -- The first day of the month, and the day it was done: later where the first was missed.
  month date not null check (extract(day from month) = 1),
  frozen_on date not null,
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
create index frozen_scores_month on frozen_scores (organization_id, month);
create index frozen_scores_first on frozen_scores (organization_id, month) where is_first;

-- How far an organization's month is frozen: a stopped run goes on behind `after_id`.
create table score_freezes (
  organization_id uuid not null references organizations (id) on delete cascade,
  month date not null,
  after_id uuid,
  finished_at timestamptz,
  primary key (organization_id, month)
);

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

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['frozen_scores', 'score_freezes', 'outcomes'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy %I on %I using (organization_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)
         with check (organization_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)',
      tenant_table || '_tenant', tenant_table);
    execute format('grant select, insert, update, delete on %I to {{app_role}}', tenant_table);
  end loop;
end $$;

-- Organizations without a snapshot of the month; across organizations, ids only, for the sweep. Organizations created
-- within the month start with the next one.
create policy score_freezes_sweep on score_freezes for select to current_user using (true);
create function organizations_to_freeze(freeze_month date) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
   where o.created_at < freeze_month
     and not exists (select from score_freezes f
          where f.organization_id = o.id and f.month = freeze_month and f.finished_at is not null)
   order by o.id limit 100
$$;
revoke execute on function organizations_to_freeze(date) from public;
grant execute on function organizations_to_freeze(date) to {{app_role}};
