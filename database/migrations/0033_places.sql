-- Where contacts live, for the map: a quadkey of 20 digits as a number, two bits each (cells of about 38 m). It is the geocoded
-- point of the contact's own address where a provider knows it to the street, and else the center of the ZIP code.
alter table contacts
  -- Written with every change of the address or of the provider's data, by `place_of`.
  -- Null without a known ZIP code or point, -1 for places that the map of the United States doesn't show.
  add column place bigint;

-- The list of ZIP codes that comes with the product; the `map` feature loads it.
create table zip_places (
  zip text collate "C" primary key check (zip ~ '^[0-9]{5}$'),
  place bigint not null
);
-- Versions of that list. While `finished_at` is null, contacts from before are still given their place.
create table zip_list_loads (
  version text primary key,
  loaded_at timestamptz not null default now(),
  finished_at timestamptz
);
grant select, insert, update, delete on zip_places, zip_list_loads to {{app_role}};

-- Filters of the map read only this index.
drop index contacts_filters;
create index contacts_filters on contacts (organization_id, id, sort_rank, chance_key, enriched_key, next_task_at,
  live_signals, has_phone, has_email, can_contact, listed_for_sale, city_key, zip_key, source_key, relationship,
  top_signal_number, tenure, last_conversation_at, imported_contact_on, last_name_key, first_name_key, place);
create index contacts_place on contacts (organization_id, place, can_contact, zip_key);

-- Selections of everyone in an area of the map, each with the member's reason. They remain when the member leaves.
create table area_selections (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  selected_by uuid references users (id) on delete set null,
  -- Digits of the quadkey; empty for the whole map.
  area text not null check (area ~ '^[0-3]{0,20}$'),
  contacts integer not null check (contacts >= 0),
  reason text not null check (length(reason) between 1 and 300),
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index area_selections_time on area_selections (organization_id, created_at);
create index area_selections_user on area_selections (selected_by) where selected_by is not null;

call protect_tenant_tables('area_selections');
create policy area_selections_access on area_selections as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or selected_by = (select nullif(current_setting('app.user_id', true), ''))::uuid);
