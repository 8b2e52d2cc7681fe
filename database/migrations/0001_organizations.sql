-- Organizations, their users and the audit log, and what protects the rows of one organization from another.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create type user_role as enum ('OWNER', 'ADMIN', 'MEMBER');
create type subscription_status as enum ('active', 'canceled', 'past_due', 'trialing', 'incomplete');
create type nine_d_category as enum
  ('death', 'divorce', 'downsizing', 'debt', 'diapers', 'diplomas', 'diamonds', 'destinations', 'disaster');
create type verification_status as enum ('verified', 'unverified', 'failed', 'pending');

-- Row-level security and privileges of tables that have the column organization_id: without `app.org_id` a request sees
-- nothing and can write nothing.
create procedure protect_tenant_tables(variadic names text[]) language plpgsql as $$
declare
  name text;
begin
  foreach name in array names loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy %I on %I using (organization_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)
         with check (organization_id = nullif(current_setting(''app.org_id'', true), '''')::uuid)',
      name || '_tenant', name);
    execute format('grant select, insert, update, delete on %I to {{app_role}}', name);
  end loop;
end $$;
revoke execute on procedure protect_tenant_tables from public;

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
  updated_at timestamptz not null default now(),
  suspended_at timestamptz,
  -- Written by and for operators; members see only that the organization is suspended.
  suspended_reason text,
  postal_address text check (length(postal_address) between 1 and 200),
  constraint organizations_suspension check ((suspended_at is null) = (suspended_reason is null))
);
create index organizations_time on organizations (created_at desc, id desc);

-- The session check can read every organization; it can be changed only from inside it.
alter table organizations enable row level security;
alter table organizations force row level security;
create policy organizations_read on organizations for select using (true);
create policy organizations_create on organizations for insert with check (true);
create policy organizations_change on organizations for update
  using (id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy organizations_erase on organizations for delete
  using (id = nullif(current_setting('app.org_id', true), '')::uuid);

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  first_name text,
  last_name text,
  profile_image_url text,
  organization_id uuid references organizations (id) on delete cascade,
  role user_role not null default 'MEMBER',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  joined_at timestamptz
);
create index users_organization on users (organization_id);

-- Counted here instead of with count(*): the list states the total on every page.
create table organization_counters (
  organization_id uuid primary key references organizations (id) on delete cascade,
  contacts integer not null default 0 check (contacts >= 0),
  -- Lease of the organization's verification run: claiming each contact would rewrite it once more.
  verifying_until timestamptz
);

-- Append-only. Platform events that belong to no organization carry the nil id.
create table audit_log (
  organization_id uuid not null default '00000000-0000-0000-0000-000000000000',
  id uuid not null default gen_random_uuid(),
  actor text not null,
  action text not null,
  subject text,
  details jsonb,
  request_id text,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index audit_log_subject on audit_log (organization_id, subject, created_at desc) where subject is not null;
create index audit_log_operator on audit_log (organization_id, created_at desc, id desc) where action like 'operator.%';
create index audit_log_page on audit_log (organization_id, created_at desc, id desc);

call protect_tenant_tables('organization_counters', 'audit_log');
revoke update, delete on audit_log from {{app_role}};
grant select, insert, update, delete on organizations, users to {{app_role}};
