-- Filters of the contact list and counts of their choices read one narrow index instead of whole contacts, so it has every
-- column that they name, and those that lists are sorted by.
-- The latest day on which a person moved in somewhere, as ISO text. A column uses it, so a change needs a new name.
create function latest_move_in(person jsonb) returns text
  language sql immutable parallel safe as $$
  select max(address ->> 'moveInDate')
    from jsonb_array_elements(case jsonb_typeof(person -> 'addresses') when 'array' then person -> 'addresses' else '[]' end) address
$$;

alter table contacts
  add column city_key text collate "C" generated always as (lower(city)) stored,
  add column zip_key text collate "C" generated always as (left(zip_code, 5)) stored,
  add column source_key text collate "C" generated always as (lower(details #>> '{history,source}')) stored,
  add column has_phone boolean not null generated always as (phone is not null and phone_verified <> 'failed') stored,
  add column has_email boolean not null generated always as (email is not null) stored,
  add column moved_in_on text collate "C" generated always as (latest_move_in(enrichment_data)) stored,
  -- The day of the last closing in its year, `MM-DD`.
  add column closing_day text collate "C" generated always as (substr(details #>> '{history,lastClosingOn}', 6)) stored,
  -- A bit for each category with a live signal, in the order of `nine_d_category`; written with the score.
  add column live_signals smallint not null default 0;
update contacts c set live_signals = s.live_signals from (
  select organization_id, contact_id,
         bit_or(1 << array_position(enum_range(null::nine_d_category), category) - 1)::smallint as live_signals
    from signals where (metadata -> 'live')::boolean group by organization_id, contact_id) s
 where c.organization_id = s.organization_id and c.id = s.contact_id;

-- Behind the id, which is ordered by time, additions append to it. Columns of fixed length come first, then those that are
-- rarely null: they are read fastest.
create index contacts_filters on contacts (organization_id, id, sort_rank, chance_key, enriched_key, next_task_at,
  live_signals, has_phone, has_email, can_contact, listed_for_sale, city_key, zip_key, source_key, relationship,
  top_signal_number, tenure, last_conversation_at, imported_contact_on, last_name_key, first_name_key);
-- Few contacts have each value, and the first one found tells how it is written.
drop index contacts_city, contacts_zip, contacts_source, signals_live;
create index contacts_city on contacts (organization_id, city_key) where city_key is not null;
create index contacts_zip on contacts (organization_id, zip_key) where zip_key is not null;
create index contacts_source on contacts (organization_id, source_key) where source_key is not null;
-- Today looks for anniversaries: a policy keeps PostgreSQL from using an index of `substr`.
drop index contacts_closed;
create index contacts_closing on contacts (organization_id, closing_day, id) where closing_day is not null;
-- The newest moves are replayed.
create index contacts_moved_in on contacts (organization_id, moved_in_on) where moved_in_on is not null;
