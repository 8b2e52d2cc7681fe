-- Files that an operator loads: documents of courts and counties, and the list for sanctions screening. They belong to
-- no organization. Requests only read them; the loader writes them as the owner.
create table reference_files (
  name text primary key check (name in ('public_records', 'sanctions')),
  -- The name of the file or folder without its path.
  file text not null,
  -- Of the content that is loaded; null until something was.
  sha256 text,
  -- The current rows. Rows of other loads are about to be deleted.
  load_id uuid,
  list_date date,
  loaded_at timestamptz,
  rows integer not null default 0,
  refused integer not null default 0,
  -- The first skipped rows: line and reason, never their content.
  skipped_sample jsonb not null default '[]',
  checked_at timestamptz not null,
  -- Why the file could not be loaded when it was last looked at; what was loaded before still counts.
  problem text
);

create table public_records (
  load_id uuid not null,
  line integer not null,
  kind text not null,
  -- Folded words of all names on the document.
  words text[] not null,
  -- Search keys: ZIP code, state and city, both also with the house number, or state and county.
  places text[] not null,
  record jsonb not null,
  primary key (load_id, line)
);
create index public_records_parties on public_records using gin (words, places);
create index public_records_places on public_records using gin (places)
  where kind in ('permit', 'listing', 'disaster');

-- One row a name: an entry of the list has its own and those it is also known by.
create table sanctioned_names (
  load_id uuid not null,
  id integer not null,
  entity_number text not null,
  name text not null,
  -- Folded words in alphabetical order.
  normalized text not null,
  -- How pairs of its words sound: names that share none are not alike.
  keys text[] not null,
  kind text not null check (kind in ('primary', 'aka', 'fka', 'nka')),
  strength text check (strength in ('strong', 'weak')),
  program text,
  birth_years smallint[] not null,
  primary key (load_id, id)
);
create index sanctioned_names_keys on sanctioned_names using gin (keys);

grant select on reference_files to {{app_role}};
grant select on public_records to {{app_role}};
grant select on sanctioned_names to {{app_role}};
