-- Own signal rules of an organization, their versions, and the contacts that wait for a check.
create table signal_rules (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  -- The current row of `signal_rule_versions`.
  version integer not null check (version > 0),
  is_on boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);

create table signal_rule_versions (
  organization_id uuid not null,
  rule_id uuid not null,
  version integer not null check (version > 0),
  name text not null check (length(name) between 1 and 60),
  condition text not null check (length(condition) between 1 and 2000),
  category nine_d_category not null,
  subtype text not null,
  -- A date variable, or `first_match` for the day on which the condition first held.
  date_from text not null,
  confidence numeric(3, 2) not null check (confidence > 0 and confidence <= 0.6),
  -- Protected traits that the rule rests on. With any, it needs a reason and changes nothing but the order of lists.
  traits text[] not null check (traits <@ array['age', 'family', 'marital']),
  reason text check (length(reason) between 15 and 500),
  changed_by uuid references users (id) on delete set null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, rule_id, version),
  check (traits = '{}' or reason is not null),
  foreign key (organization_id, rule_id) references signal_rules (organization_id, id) on delete cascade
);
create index signal_rule_versions_changer on signal_rule_versions (changed_by) where changed_by is not null;

-- Contacts that changed since they were checked, while the organization has a rule that is on.
create table signal_rule_checks (
  organization_id uuid not null,
  contact_id uuid not null,
  primary key (organization_id, contact_id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);

-- Progress of the run over all contacts: ids up to `after_id` are done.
create table signal_rule_runs (
  organization_id uuid not null references organizations (id) on delete cascade,
  day date not null,
  after_id uuid,
  checked integer not null default 0,
  -- Rules that could not be decided for a contact, because of an unknown value or an error.
  missing integer not null default 0,
  failed integer not null default 0,
  finished_at timestamptz,
  primary key (organization_id)
);

call protect_tenant_tables('signal_rules', 'signal_rule_versions', 'signal_rule_checks', 'signal_rule_runs');
call show_with_contact('signal_rule_checks');
create policy signal_rule_runs_access on signal_rule_runs as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);

alter table contacts
  -- Signals of rules about protected traits. They are no rows of `signals`, so that no filter, list or export finds them.
  add column rank_signals jsonb,
  -- The score with them; null without any.
  add column rank_score smallint check (rank_score between 0 and 100);
alter table contacts
  -- Ascending sort key of the default order. Filters use `sort_rank`, which knows nothing of protected traits.
  add column list_rank integer generated always as (coalesce(-rank_score, -nine_d_score, 1)) stored;

create index contacts_ranked on contacts (organization_id, id) where rank_signals is not null;
drop index contacts_rank, contacts_signal, contacts_do_not_contact, contacts_owner, contacts_filters;
create index contacts_rank on contacts (organization_id, list_rank, last_name_key, id);
-- For answers that choose contacts by score.
create index contacts_score on contacts (organization_id, sort_rank, id);
create index contacts_signal on contacts (organization_id, top_signal_number, list_rank, last_name_key, id)
  where top_signal_number is not null;
create index contacts_do_not_contact on contacts (organization_id, list_rank, last_name_key, id) where not can_contact;
create index contacts_owner on contacts (owner_id, organization_id, list_rank, last_name_key, id) include (team_id)
  where owner_id is not null;
create index contacts_filters on contacts (organization_id, id, sort_rank, list_rank, chance_key, enriched_key, next_task_at,
  live_signals, has_phone, has_email, can_contact, listed_for_sale, city_key, zip_key, source_key, relationship,
  top_signal_number, tenure, last_conversation_at, imported_contact_on, last_name_key, first_name_key);
