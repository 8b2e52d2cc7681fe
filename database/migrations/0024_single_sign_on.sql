-- Single sign-on: connections to the identity providers of organizations, and the accounts that signed in through them.
create table single_sign_on_connections (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('oidc', 'saml')),
  name text not null check (length(name) between 1 and 80),
  -- The issuer of OpenID Connect, or the entity ID of a SAML identity provider.
  issuer text not null check (length(issuer) <= 1024),
  client_id text check (length(client_id) <= 512),
  -- Sealed under a key that is not in the database, and bound to its connection.
  client_secret bytea,
  key_id text,
  -- The page of a SAML identity provider that takes our requests, and the certificates that it signs with.
  sign_in_url text check (length(sign_in_url) <= 2048),
  certificates text[] not null default '{}',
  -- True if the identity provider may start a SAML sign-in by itself.
  accepts_unsolicited boolean not null default false,
  is_on boolean not null default false,
  is_forced boolean not null default false,
  -- True if people who are not members yet join when they sign in.
  adds_members boolean not null default true,
  default_role user_role not null default 'MEMBER' check (default_role <> 'OWNER'),
  default_access text not null default 'all' check (default_access in ('own', 'team', 'all')),
  groups_attribute text check (length(groups_attribute) <= 256),
  -- [{group, role, access}]; the highest role of a person's groups counts.
  mappings jsonb not null default '[]',
  -- The last sign-in or test that worked with the present settings.
  worked_at timestamptz,
  failed_at timestamptz,
  failure text,
  -- What the last test received, for the owner who made it.
  last_test jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  -- A connection is added before its identity provider knows us, and completed afterward.
  check (not is_on or (issuer <> '' and case kind when 'oidc' then client_id is not null
    else sign_in_url is not null and cardinality(certificates) > 0 end)),
  check ((client_secret is null) = (key_id is null))
);
create index single_sign_on_connections_id on single_sign_on_connections (id);

-- Email domains that a connection serves; each counts only while the organization proves it.
create table single_sign_on_domains (
  organization_id uuid not null,
  domain text not null check (domain = lower(domain)),
  connection_id uuid not null,
  primary key (organization_id, domain),
  foreign key (organization_id, connection_id) references single_sign_on_connections (organization_id, id) on delete cascade
);
create index single_sign_on_domains_connection on single_sign_on_domains (organization_id, connection_id);

-- The account behind a subject of an identity provider, which stays the same when an email address changes.
create table single_sign_on_identities (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  connection_id uuid not null,
  subject text not null check (length(subject) between 1 and 512),
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (organization_id, connection_id, subject),
  unique (organization_id, id),
  foreign key (organization_id, connection_id) references single_sign_on_connections (organization_id, id) on delete cascade
);
create index single_sign_on_identities_user on single_sign_on_identities (user_id);

-- Owners who may still sign in with an emailed link where single sign-on is required.
create table single_sign_on_break_glass (
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  primary key (organization_id, user_id)
);
create index single_sign_on_break_glass_user on single_sign_on_break_glass (user_id);

-- Sign-ins on their way to an identity provider and back. `state` and `browser` are hashes; the secrets are in the
-- browser alone.
create table single_sign_on_attempts (
  organization_id uuid not null,
  connection_id uuid not null,
  state text not null,
  browser text not null,
  origin text not null,
  -- The owner who tests the connection; null for a sign-in.
  tested_by uuid references users (id) on delete cascade,
  -- What a SAML response said, until the browser that started the sign-in collects it.
  assertion jsonb,
  expires_at timestamptz not null,
  primary key (organization_id, connection_id, state),
  foreign key (organization_id, connection_id) references single_sign_on_connections (organization_id, id) on delete cascade
);
create index single_sign_on_attempts_tester on single_sign_on_attempts (tested_by) where tested_by is not null;
create index single_sign_on_attempts_expiry on single_sign_on_attempts (expires_at);

-- SAML assertions that were used, until they expire.
create table used_saml_assertions (
  organization_id uuid not null,
  connection_id uuid not null,
  assertion bytea not null,
  expires_at timestamptz not null,
  primary key (organization_id, connection_id, assertion),
  foreign key (organization_id, connection_id) references single_sign_on_connections (organization_id, id) on delete cascade
);
create index used_saml_assertions_expiry on used_saml_assertions (expires_at);

call protect_tenant_tables('single_sign_on_connections', 'single_sign_on_domains', 'single_sign_on_identities',
  'single_sign_on_break_glass', 'single_sign_on_attempts', 'used_saml_assertions');

-- The organization that a sign-in through an identity provider works in once its code is entered.
alter table pending_sign_ins add column organization uuid;
