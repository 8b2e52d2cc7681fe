-- Finds what waits by its object, and tells changes of a contact's fields from those of what belongs to it.

create index follow_up_boss_queue_local on follow_up_boss_queue (organization_id, local_id) where local_id is not null;
create index follow_up_boss_queue_remote on follow_up_boss_queue (organization_id, resource, remote_id)
  where remote_id is not null;
-- Only these changes decide which side's value is later.
alter table follow_up_boss_queue add column changes_fields boolean not null default false;
