-- Messages between a user and the assistant in a session, so that a second tab and a reload show them. They are
-- deleted with the session, the organization, and every contact that they name.
create table chat_messages (
  -- The user's organization at the time; null without one.
  organization_id uuid references organizations (id) on delete cascade,
  id bigint generated always as identity,
  sid text not null references sessions (sid) on delete cascade,
  -- A changed role starts a new conversation, like another organization does.
  user_role user_role not null,
  role text not null check (role in ('user', 'assistant')),
  content text not null check (length(content) <= 8000),
  -- Rests on the organization's own data, which is shown only while the person may read it.
  own_data boolean not null default false,
  sources jsonb not null default '[]',
  -- Whom it names, as they were called: `[{"id", "name"}]` for links, and every contact it rests on for deletion.
  contacts jsonb not null default '[]',
  contact_ids uuid[] not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  unique nulls not distinct (organization_id, id)
);
create index chat_messages_session on chat_messages (sid, id);
create index chat_messages_contacts on chat_messages using gin (organization_id, contact_ids)
  where contact_ids <> '{}';

alter table chat_messages enable row level security;
alter table chat_messages force row level security;
-- Inside an organization only its messages, outside only messages without an organization.
create policy chat_messages_tenant on chat_messages
  using (organization_id is not distinct from nullif(current_setting('app.org_id', true), '')::uuid)
  with check (organization_id is not distinct from nullif(current_setting('app.org_id', true), '')::uuid);
grant select, insert, update, delete on chat_messages to {{app_role}};
