-- Notifications: new signals, overdue tasks, finished imports, low credits.
create table notifications (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Time-ordered: the newest come first by the key alone.
  id uuid not null,
  -- Null for all members.
  user_id uuid references users (id) on delete cascade,
  kind text not null check (kind in ('signals', 'task_overdue', 'import_finished', 'credits_low')),
  title text not null,
  body text,
  -- A path of the product itself, never an address elsewhere.
  link text not null check (link ~ '^/([^/\\]|$)'),
  -- Whom it is about: it names them, so it goes when they go.
  contact_id uuid,
  -- Identifies the event, so that repeated work notifies only once.
  dedupe_key text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, dedupe_key),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index notifications_contact on notifications (organization_id, contact_id) where contact_id is not null;
create index notifications_age on notifications (created_at);

-- Read marks per user: a notification for all members is read by each separately.
create table notification_reads (
  organization_id uuid not null,
  notification_id uuid not null,
  user_id uuid not null references users (id) on delete cascade,
  read_at timestamptz not null default now(),
  primary key (organization_id, notification_id, user_id),
  foreign key (organization_id, notification_id) references notifications (organization_id, id) on delete cascade
);

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['notifications', 'notification_reads'] loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy %I on %I using (organization_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)
         with check (organization_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)',
      tenant_table || '_tenant', tenant_table);
    execute format('grant select, insert, update, delete on %I to {{app_role}}', tenant_table);
  end loop;
end $$;

-- Across organizations, ids only: those with due notifications or old ones to delete.
create index tasks_due on tasks (due_date) where status <> 'completed' and due_date is not null;
create policy tasks_sweep on tasks for select to current_user using (true);
create policy notifications_sweep on notifications for select to current_user using (true);
create function organizations_with_tasks_due(after timestamptz, until timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct organization_id from tasks where status <> 'completed' and due_date > after and due_date <= until
$$;
create function organizations_with_notifications_before(moment timestamptz) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct organization_id from notifications where created_at < moment
$$;
revoke execute on function organizations_with_tasks_due from public;
revoke execute on function organizations_with_notifications_before from public;
grant execute on function organizations_with_tasks_due to {{app_role}};
grant execute on function organizations_with_notifications_before to {{app_role}};
