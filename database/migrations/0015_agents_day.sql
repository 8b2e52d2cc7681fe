-- What agents do with contacts, and what decides whom to call: activities, tags, notes, agreements and call permission.
create table activities (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  type text not null check (type in ('call', 'text', 'email', 'meeting', 'letter', 'note', 'showing')),
  outcome text check (outcome in ('reached', 'left_message', 'no_answer', 'call_back_later', 'wrong_number',
    'already_moved', 'has_agent', 'appointment', 'not_interested', 'do_not_contact')),
  note text check (length(note) <= 2000),
  -- When it happened, as told by the member.
  at timestamptz not null,
  recorded_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index activities_contact on activities (organization_id, contact_id, at desc, id desc);
create index activities_recorder on activities (recorded_by) where recorded_by is not null;

create table tags (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 100),
  -- The folded name: two tags never differ by case or accents alone.
  name_key text collate "C" not null,
  color text not null default 'gray'
    check (color in ('gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink')),
  -- The file that it came with; undoing the import deletes it again unless it is in use.
  import_id uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, name_key)
);

create table contact_tags (
  organization_id uuid not null,
  contact_id uuid not null,
  tag_id uuid not null,
  -- The file that gave the tag.
  import_id uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, contact_id, tag_id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade,
  foreign key (organization_id, tag_id) references tags (organization_id, id) on delete cascade
);
create index contact_tags_tag on contact_tags (organization_id, tag_id, contact_id);

create table contact_notes (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  text text not null check (length(text) between 1 and 20000),
  is_pinned boolean not null default false,
  -- Null for imported notes and those of former members.
  author uuid references users (id) on delete set null,
  -- The file that a note came with; such a note has no author.
  import_id uuid,
  -- The merge that displaced what the note says; undoing the merge deletes it.
  merge_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index contact_notes_contact on contact_notes (organization_id, contact_id, created_at desc, id desc);
create unique index contact_notes_pinned on contact_notes (organization_id, contact_id) where is_pinned;
create index contact_notes_author on contact_notes (author) where author is not null;

-- Exclusive agreements with a broker, one for each side. People who have one with another broker leave call lists.
create table broker_agreements (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  side text not null check (side in ('seller', 'buyer')),
  broker text not null check (broker in ('own', 'other')),
  status text not null
    check (status in ('active', 'coming_soon', 'pending', 'withdrawn', 'expired', 'canceled', 'closed')),
  -- Last day of the agreement, if known.
  ends_on date,
  recorded_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, contact_id, side),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index broker_agreements_recorder on broker_agreements (recorded_by) where recorded_by is not null;

-- Reasons why a number may be called although a registry lists it. Withdrawn ones stay as a record.
create table call_exemptions (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  kind text not null check (kind in ('deal', 'inquiry', 'written_permission', 'personal_relationship')),
  -- The deal's closing, the inquiry, or when permission was given.
  at timestamptz not null,
  note text check (length(note) <= 500),
  recorded_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  withdrawn_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index call_exemptions_contact on call_exemptions (organization_id, contact_id, at desc);
create index call_exemptions_inquiries on call_exemptions (organization_id, at desc)
  where kind = 'inquiry' and withdrawn_at is null;
create index call_exemptions_recorder on call_exemptions (recorded_by) where recorded_by is not null;

-- One bit for each of the ten million numbers of an area code. Stored uncompressed, so that reading one bit reads one
-- page of it.
create table do_not_call_numbers (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- `national`, or the state of a state registry.
  registry text not null check (registry = 'national' or registry ~ '^[A-Z]{2}$'),
  area_code char(3) not null check (area_code ~ '^[2-9][0-9]{2}$'),
  bits bytea not null check (length(bits) = 1250000),
  numbers integer not null check (numbers >= 0),
  -- The date of the registry's file; it counts for 31 days.
  as_of date not null,
  uploaded_by uuid references users (id) on delete set null,
  uploaded_at timestamptz not null default now(),
  primary key (organization_id, registry, area_code)
);
alter table do_not_call_numbers alter column bits set storage external;
create index do_not_call_numbers_uploader on do_not_call_numbers (uploaded_by) where uploaded_by is not null;

-- The Morning Five: an e-mail per member, sent once a day at the member's local time.
create table morning_emails (
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- Minutes after midnight in `time_zone`.
  send_at smallint not null check (send_at between 0 and 1439),
  time_zone text not null,
  -- 1 (Monday) to 7 (Sunday).
  days smallint[] not null check (days <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[] and cardinality(days) > 0),
  next_at timestamptz not null,
  -- The local day of the last email: there is one a day, whatever changes.
  mailed_on date,
  -- Turned off, the settings stay until the member leaves.
  is_on boolean not null default true,
  -- Hash of the token in the unsubscribe link.
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id)
);
create index morning_emails_token on morning_emails (token_hash);
create index morning_emails_due on morning_emails (next_at) where is_on;
create index morning_emails_user on morning_emails (user_id);

alter table contacts
  add column relationship text
    check (relationship in ('past_client', 'sphere', 'lead', 'vendor', 'other')),
  -- Derived from activities with every change of them.
  add column last_conversation_at timestamptz,
  add column last_activity_at timestamptz,
  add column rests_until timestamptz,
  add column snoozed_until timestamptz,
  -- A number that a member found to be someone else's; no provider makes it good again.
  add column wrong_phone text,
  -- From other programs; ISO dates, which compare as text.
  add column lead_source text generated always as (details #>> '{history,source}') stored,
  add column imported_contact_on text generated always as (details #>> '{history,lastContactOn}') stored,
  add column closed_on text generated always as (details #>> '{history,lastClosingOn}') stored;
create index contacts_closed on contacts (organization_id, substr(closed_on, 6), id) where closed_on is not null;
-- Today looks for the likeliest movers among the people one knows.
create index contacts_known on contacts (organization_id, chance_key, id) where relationship is not null;
alter table organizations add column asks_unchecked boolean not null default false;

-- Labels become tags, notes become the first note. Names are folded as the application does.
create function pg_temp.folded(label text) returns text language sql immutable as $$
  select btrim(regexp_replace(regexp_replace(lower(normalize(label, NFD)), '[\u0300-\u036f]', '', 'g'), '\s+', ' ', 'g'))
$$;
create temporary table labels on commit drop as
  select organization_id, id as contact_id, label as name, pg_temp.folded(label) as name_key
    from contacts, jsonb_array_elements_text(details -> 'labels') label
   where pg_temp.folded(label) <> '';
insert into tags (organization_id, name, name_key)
select distinct on (organization_id, name_key) organization_id, name, name_key
  from labels order by organization_id, name_key, name;
insert into contact_tags (organization_id, contact_id, tag_id)
select distinct l.organization_id, l.contact_id, t.id
  from labels l join tags t on t.organization_id = l.organization_id and t.name_key = l.name_key;
insert into contact_notes (organization_id, contact_id, text, import_id, created_at, updated_at)
select organization_id, id, details ->> 'notes', import_id, created_at, created_at
  from contacts where details ->> 'notes' <> '';
-- The search text ends with the words of the tags, after a mark.
update contacts c set search = c.search || E'\u001f ' || named.words from (
  select g.organization_id, g.contact_id,
         string_agg(regexp_replace(t.name_key, '[\s.@+\-_()/,]+', ' ', 'g'), ' ' order by t.name_key) as words
    from contact_tags g join tags t on t.organization_id = g.organization_id and t.id = g.tag_id
   group by g.organization_id, g.contact_id) named
 where c.organization_id = named.organization_id and c.id = named.contact_id;
update contacts set details = details - 'labels' - 'notes' where details ?| array['labels', 'notes'];
-- The same for skipped rows of files, which can still become contacts.
create function pg_temp.apart(extras jsonb) returns jsonb language sql immutable as $$
  select case when extras -> 'details' ?| array['labels', 'notes'] then
    extras || jsonb_build_object('details', (extras -> 'details') - 'labels' - 'notes')
      || jsonb_strip_nulls(jsonb_build_object('labels', extras #> '{details,labels}', 'notes', extras #> '{details,notes}'))
    else extras end
$$;
update import_rows set raw = pg_temp.apart(raw) where raw -> 'details' ?| array['labels', 'notes'];

call protect_tenant_tables('activities', 'tags', 'contact_tags', 'contact_notes', 'broker_agreements',
  'call_exemptions', 'do_not_call_numbers', 'morning_emails');
