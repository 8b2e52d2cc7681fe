-- Filters of the contact list that few contacts pass find these by an index; saved views keep the whole filter.
create index contacts_city on contacts (organization_id, lower(city)) where city is not null;
create index contacts_zip on contacts (organization_id, left(zip_code, 5)) where zip_code is not null;
create index contacts_source on contacts (organization_id, lower(lead_source)) where lead_source is not null;
create index signals_live on signals (organization_id, category, contact_id)
  where coalesce((metadata -> 'live')::boolean, false);
create index properties_sold on properties (organization_id, last_sale_date, contact_id) where last_sale_date is not null;
alter table views
  add column filter jsonb not null default '{}',
  -- Whether the view is a table, and its columns; null for cards.
  add column columns jsonb;
