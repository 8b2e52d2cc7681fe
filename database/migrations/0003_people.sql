-- Contacts and what is known about them. Each table starts its keys with organization_id, so that it can be distributed
-- by organization, and no key can join rows of two organizations.
-- Additional emails and phone numbers, in the same form as the primary ones. Indexes use it, so a change needs a new
-- name and new indexes.
create function alternate_points(details jsonb) returns text[]
  language sql immutable parallel safe as $$
  select coalesce(array_agg(point), '{}') from (
    select jsonb_array_elements(details -> 'emails') ->> 'email' as point
    union all
    select jsonb_array_elements(details -> 'phones') ->> 'phone') points
$$;

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
  chance_key real not null generated always as (coalesce(move_chance, -1)) stored,
  first_name_key text collate "C" not null generated always as (lower(first_name)) stored,
  enriched_key timestamptz not null generated always as (coalesce(enriched_at, '-infinity')) stored,
  -- When the first of the open tasks is due; written by the tasks feature with every change of a task.
  next_task_at timestamptz not null default 'infinity',
  email_verified_at timestamptz,
  -- Suggested address when the domain looks mistyped; null after it was dismissed.
  email_suggestion text,
  phone_verified_at timestamptz,
  address_verified verification_status not null default 'unverified',
  address_verification_reason text,
  address_verified_at timestamptz,
  employer_verified verification_status not null default 'unverified',
  employer_verification_reason text,
  employer_verified_at timestamptz,
  -- When to look (again); null when there is nothing to wait for.
  verification_due_at timestamptz,
  verification_attempts smallint not null default 0,
  tenure text check (tenure in ('owner', 'renter')),
  -- Opted-out channels, in addition to `do_not_contact` for all; contact_consents has the history.
  opted_out_channels text[] not null default '{}'
    check (opted_out_channels <@ array['call', 'text', 'email', 'letter']),
  -- Row-level security keeps PostgreSQL from using an index for a comparison of enums, but not for one of numbers.
  top_signal_number smallint generated always as (case top_signal
    when 'death' then 1 when 'divorce' then 2 when 'downsizing' then 3 when 'debt' then 4 when 'diapers' then 5
    when 'diplomas' then 6 when 'diamonds' then 7 when 'destinations' then 8 when 'disaster' then 9 end) stored,
  -- Beyond the eight main fields, as one value; null if there are none, so that plain contacts take no more space.
  details jsonb,
  can_contact boolean generated always as
    (not do_not_contact and not opted_out_channels @> array['call', 'text', 'email', 'letter']) stored,
  -- The owners of listed homes leave call lists, so lists must know without reading every property.
  listed_for_sale boolean not null default false,
  primary key (organization_id, id)
);
-- Room for the next version of a row on its own page: fading changes many rows a little, night after night.
alter table contacts set (fillfactor = 90);
create index contacts_rank on contacts (organization_id, sort_rank, last_name_key, id);
-- The pending list makes imports three times as fast. A full one costs a search some milliseconds; imports empty it as
-- they go, and the sweep empties what single additions leave.
create index contacts_search on contacts using gin (organization_id, search gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 4096);
create index contacts_import on contacts (organization_id, import_id) where import_id is not null;
-- Behind the first column follows the id, which is ordered by time: imports append to these instead of scattering.
create index contacts_chance on contacts (organization_id, chance_key, id);
create index contacts_enriched on contacts (organization_id, enriched_key, id);
create index contacts_next_task on contacts (organization_id, next_task_at, id);
create index contacts_name on contacts (organization_id, last_name_key, first_name_key, id);
create index contacts_email on contacts (organization_id, email) where email is not null;
create index contacts_phone on contacts (organization_id, phone) where phone is not null;
create index contacts_address on contacts (organization_id, address) where address is not null;
create index contacts_verification_due on contacts (organization_id, verification_due_at)
  where verification_due_at is not null;
create index contacts_signal on contacts (organization_id, top_signal_number, sort_rank, last_name_key, id)
  where top_signal_number is not null;
create index contacts_alternate_points on contacts using gin (organization_id, alternate_points(details))
  where details is not null;
-- Few contacts are marked do not contact: listing them would otherwise scan all.
create index contacts_do_not_contact on contacts (organization_id, sort_rank, last_name_key, id) where not can_contact;
create index contacts_listed on contacts (organization_id, id) where listed_for_sale;
-- Few contacts have blocked channels. Without this index, imports would scan all contacts for them.
create index contacts_opted_out on contacts (organization_id, id) where opted_out_channels <> '{}';

-- Two contacts are the same person if name and email or phone match; `key` is the hash of such a pair.
create table contact_keys (
  organization_id uuid not null,
  key bytea not null,
  contact_id uuid not null,
  primary key (organization_id, key),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
-- Not in the order of the primary key: without statistics, the planner preferred such an index and scanned all keys.
create index contact_keys_contact on contact_keys (contact_id, organization_id);

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
alter table signals set (fillfactor = 85);
create index signals_detected on signals (organization_id, detected_at desc, id desc);

-- Saved lists: what a person looks at again and again, by name.
create table views (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  search text,
  signal nine_d_category,
  sort text not null default 'score',
  created_at timestamptz not null default now(),
  do_not_contact boolean,
  primary key (organization_id, id),
  unique (organization_id, user_id, name)
);

call protect_tenant_tables('contacts', 'contact_keys', 'properties', 'signals', 'views');
