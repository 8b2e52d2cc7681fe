-- Contacts and everything known about them. Each table starts its keys with organization_id, so that it can be
-- distributed by organization, and no key can join rows of two organizations.
create type nine_d_category as enum
  ('death', 'divorce', 'downsizing', 'debt', 'diapers', 'diplomas', 'diamonds', 'destinations', 'disaster');
create type verification_status as enum ('verified', 'unverified', 'failed', 'pending');

create table contacts (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  first_name text not null,
  last_name text not null,
  email text,
  phone text,
  address text,
  city text,
  state text,
  zip_code text,
  profile_photo_url text,
  email_verified verification_status not null default 'unverified',
  email_verification_reason text,
  phone_verified verification_status not null default 'unverified',
  phone_verification_reason text,
  age integer,
  birth_year integer,
  nine_d_score integer check (nine_d_score between 0 and 100),
  -- Chance to move within 12 months from all causes (0..1), and how many times that of similar people.
  move_chance real,
  move_lift real,
  signal_strength text,
  signals_detected integer not null default 0,
  top_signal nine_d_category,
  enriched_at timestamptz,
  enrichment_data jsonb,
  risk_data jsonb,
  do_not_contact boolean not null default false,
  scored_at timestamptz,
  import_id uuid,
  -- Folded for search and order; written by the application, which knows how to fold accents.
  search text not null,
  last_name_key text collate "C" not null,
  -- Ascending sort key of the default order: high scores first, never scored last.
  sort_rank integer generated always as (coalesce(-nine_d_score, 1)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index contacts_rank on contacts (organization_id, sort_rank, last_name_key, id);
create index contacts_signal_rank on contacts (organization_id, top_signal, sort_rank, last_name_key, id)
  where top_signal is not null;
-- The pending list makes imports three times as fast; kept short, it costs a search next to nothing.
create index contacts_search on contacts using gin (organization_id, search gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256);
create index contacts_import on contacts (organization_id, import_id) where import_id is not null;

-- Two contacts are the same person if name and email or phone match; `key` is the hash of such a pair.
create table contact_keys (
  organization_id uuid not null,
  key bytea not null,
  contact_id uuid not null,
  primary key (organization_id, key),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index contact_keys_contact on contact_keys (organization_id, contact_id);

-- Counted here instead of with count(*): the list states the total on every page.
create table organization_counters (
  organization_id uuid primary key references organizations (id) on delete cascade,
  contacts integer not null default 0 check (contacts >= 0)
);

create table properties (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  address text not null,
  city text,
  state text,
  zip_code text,
  property_type text,
  bedrooms integer,
  bathrooms numeric(3, 1),
  square_feet integer,
  year_built integer,
  estimated_value bigint,
  last_sale_date date,
  last_sale_price bigint,
  ownership_length integer,
  property_data jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index properties_contact on properties (organization_id, contact_id);

create table signals (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  category nine_d_category not null,
  score integer not null check (score between 0 and 100),
  confidence_score numeric(3, 2) check (confidence_score between 0 and 1),
  confidence text,
  source text,
  description text,
  detected_at timestamptz not null default now(),
  event_date date,
  metadata jsonb,
  -- Rule and document (or rule and event day): the same evidence never counts twice.
  evidence_key text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, contact_id, evidence_key),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);

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
  primary key (organization_id, id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index score_history_contact on score_history (organization_id, contact_id, recorded_at);

-- Global templates have no organization; a copy that an organization works with belongs to it. One small table that
-- every node may hold whole, hence the plain key.
create table playbooks (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid references organizations (id) on delete cascade,
  name text not null,
  description text,
  category nine_d_category,
  is_template boolean not null default false,
  steps jsonb not null,
  estimated_duration integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (organization_id is not null or is_template)
);
create index playbooks_organization on playbooks (organization_id);

create table tasks (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  playbook_id uuid references playbooks (id) on delete set null,
  assigned_to uuid references users (id) on delete set null,
  title text not null,
  description text,
  due_date timestamptz,
  completed_at timestamptz,
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'completed')),
  metadata jsonb not null default '{"priority": "medium", "autoGenerated": false}',
  -- Category and month of the event that caused an automatic task: detecting it again makes no second one.
  auto_key text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, contact_id, auto_key),
  check ((status = 'completed') = (completed_at is not null)),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);

-- People who must not come back through an import: only a hash of who they are.
create table suppressions (
  organization_id uuid not null references organizations (id) on delete cascade,
  key bytea not null,
  reason text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);
