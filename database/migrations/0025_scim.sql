-- Automatic provisioning (SCIM): the token of an identity provider, the people and groups it manages, and the roles that groups
-- give. Who is a member stays in `memberships`.
create table scim_settings (
  organization_id uuid primary key references organizations (id) on delete cascade,
  -- SHA-256 of the token; null without one.
  token_hash text,
  token_created_at timestamptz,
  token_created_by uuid references users (id) on delete set null,
  token_used_at timestamptz,
  -- Access of people whose groups give none.
  default_access text not null default 'all' check (default_access in ('own', 'team', 'all'))
);
create index scim_settings_token on scim_settings (token_hash);
create index scim_settings_creator on scim_settings (token_created_by) where token_created_by is not null;

create table scim_users (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- Null until an invited person has joined.
  user_id uuid references users (id) on delete cascade,
  user_name text not null,
  email text not null check (email = lower(email)),
  external_id text,
  display_name text,
  given_name text,
  family_name text,
  -- Role and access before provisioning ended the membership, for a reactivation.
  former_role user_role,
  former_access text check (former_access in ('own', 'team', 'all')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id),
  unique (organization_id, email),
  unique (organization_id, user_id)
);
create unique index scim_users_name on scim_users (organization_id, lower(user_name));
create index scim_users_external on scim_users (organization_id, external_id) where external_id is not null;
create index scim_users_account on scim_users (user_id) where user_id is not null;

create table scim_groups (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  display_name text not null,
  external_id text,
  -- What the group gives its members; null if it gives nothing.
  role user_role check (role <> 'OWNER'),
  access text check (access in ('own', 'team', 'all')),
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id),
  check ((role is null) = (access is null))
);
create unique index scim_groups_name on scim_groups (organization_id, lower(display_name));

create table scim_group_members (
  organization_id uuid not null,
  group_id uuid not null,
  member_id uuid not null,
  primary key (organization_id, group_id, member_id),
  foreign key (organization_id, group_id) references scim_groups (organization_id, id) on delete cascade,
  foreign key (organization_id, member_id) references scim_users (organization_id, id) on delete cascade
);
create index scim_group_members_member on scim_group_members (organization_id, member_id);

call protect_tenant_tables('scim_settings', 'scim_users', 'scim_groups', 'scim_group_members');
