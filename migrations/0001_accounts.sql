-- Organizations, users and sign-in. These tables are global: they are read before the request's organization is
-- known.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create type user_role as enum ('OWNER', 'ADMIN', 'MEMBER');
create type subscription_status as enum ('active', 'canceled', 'past_due', 'trialing', 'incomplete');

create table organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  slug text not null unique,
  stripe_customer_id text unique,
  stripe_subscription_id text unique,
  paypal_subscription_id text,
  subscription_status subscription_status not null default 'incomplete',
  subscription_plan text,
  subscription_period_end timestamptz,
  trial_start_date timestamptz,
  trial_end_date timestamptz,
  credits integer not null default 0 check (credits >= 0),
  seats integer not null default 1 check (seats >= 1),
  -- Creation time of the newest subscription event applied: older ones that arrive late change nothing.
  subscription_event_at timestamptz,
  -- Fair-housing switches of the score.
  exclude_familial boolean not null default false,
  exclude_age boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  first_name text,
  last_name text,
  profile_image_url text,
  organization_id uuid references organizations (id) on delete cascade,
  role user_role not null default 'MEMBER',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index users_organization on users (organization_id);

-- `sid` is the SHA-256 of the cookie's value, so a copy of this table signs no one in.
create table sessions (
  sid text primary key,
  sess jsonb not null,
  expire timestamptz not null,
  user_id uuid not null references users (id) on delete cascade
);
create index sessions_user on sessions (user_id);
create index sessions_expire on sessions (expire);

-- `token` is the SHA-256 of the emailed token.
create table magic_link_tokens (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  token text not null unique,
  expires_at timestamptz not null,
  used boolean not null default false,
  created_at timestamptz not null default now()
);
create index magic_link_tokens_email on magic_link_tokens (email) where not used;

-- One row a bucket ("magic-link:address:<hash>") and window; unlogged, since losing it in a crash only forgives.
create unlogged table rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (bucket, window_start)
);

grant select, insert, update, delete on organizations to {{app_role}};
grant select, insert, update, delete on users to {{app_role}};
grant select, insert, update, delete on sessions to {{app_role}};
grant select, insert, update, delete on magic_link_tokens to {{app_role}};
grant select, insert, update, delete on rate_limits to {{app_role}};

-- The session gate can read every organization; it can be changed only from inside it.
alter table organizations enable row level security;
alter table organizations force row level security;
create policy organizations_read on organizations for select using (true);
create policy organizations_create on organizations for insert with check (true);
create policy organizations_change on organizations for update
  using (id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy organizations_erase on organizations for delete
  using (id = nullif(current_setting('app.org_id', true), '')::uuid);
