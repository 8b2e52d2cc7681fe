-- Follow Up Boss: people whose restrictions alone are synced, what is left of deleted people after a disconnect, and emails
-- about a key that stopped working.

alter table follow_up_boss_links drop constraint follow_up_boss_links_kind_check;
alter table follow_up_boss_links add constraint follow_up_boss_links_kind_check
  check (kind in ('person', 'restrictions', 'note', 'task', 'activity', 'insight', 'event')) not valid;
alter table follow_up_boss_links validate constraint follow_up_boss_links_kind_check;

-- People there whose contact was deleted here before the connection ended.
create table follow_up_boss_tombstones (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Keyed hash of their account and the person's id there.
  person_hash bytea not null check (length(person_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (organization_id, person_hash)
);
call protect_tenant_tables('follow_up_boss_tombstones');
create policy follow_up_boss_tombstones_access on follow_up_boss_tombstones as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);

-- Emails about a key that stopped working are due until their jobs are queued.
alter table follow_up_boss_connections add column mail_due_at timestamptz;
alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in
  ('signals', 'task_overdue', 'import_finished', 'credits_low', 'export_ready', 'billing', 'assigned', 'origin', 'webhook', 'sync')) not valid;
alter table notifications validate constraint notifications_kind_check;
