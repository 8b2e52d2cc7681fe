-- Homes that are listed for sale: their owners leave call lists, so lists must know without reading every property.
-- The nightly scoring run fills the column for contacts that were enriched before it was there.
alter table contacts add column listed_for_sale boolean not null default false;
create index contacts_listed on contacts (organization_id, id) where listed_for_sale;
