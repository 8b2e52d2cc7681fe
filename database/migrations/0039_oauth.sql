-- Connecting programs by OAuth: the programs, requests on their way through a browser, and what members connected.

-- Programs register themselves, so nothing in `metadata` is trusted.
create table oauth_clients (
  id text primary key check (length(id) <= 60),
  metadata jsonb not null,
  created_at timestamptz not null default now()
);
create index oauth_clients_time on oauth_clients (created_at);

-- Requests that a member hasn't answered yet, and the browser's part in them. They belong to no organization.
create table oauth_requests (
  kind text not null check (kind in ('Session', 'Interaction')),
  -- SHA-256 of the id that the browser has.
  id_hash text not null,
  payload jsonb not null,
  expires_at timestamptz not null,
  primary key (kind, id_hash)
);
create index oauth_requests_expiry on oauth_requests (expires_at);

create table connected_apps (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- The member for whom it acts.
  user_id uuid not null references users (id) on delete cascade,
  -- The id of a registered program, or the address of the document that describes it.
  client_id text not null,
  name text not null check (length(name) between 1 and 60),
  redirect_host text not null,
  -- The address that its tokens work at.
  resource text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  daily_credits integer check (daily_credits >= 0),
  credits_on date,
  credits_used integer not null default 0,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index connected_apps_id on connected_apps (id);
create index connected_apps_user on connected_apps (user_id);

create table oauth_tokens (
  organization_id uuid not null,
  -- SHA-256 of the code or token.
  token_hash text not null,
  app_id uuid not null,
  kind text not null check (kind in ('AuthorizationCode', 'AccessToken', 'RefreshToken')),
  payload jsonb not null,
  used_at timestamptz,
  expires_at timestamptz not null,
  primary key (organization_id, token_hash),
  foreign key (organization_id, app_id) references connected_apps (organization_id, id) on delete cascade
);
create index oauth_tokens_hash on oauth_tokens (token_hash);
create index oauth_tokens_app on oauth_tokens (organization_id, app_id);

call protect_tenant_tables('connected_apps', 'oauth_tokens');
grant select, insert, update, delete on oauth_clients, oauth_requests to {{app_role}};
-- Members with own or team records see their apps alone.
create policy connected_apps_access on connected_apps as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or user_id = (select nullif(current_setting('app.user_id', true), ''))::uuid);
