-- Domains that organizations use, for their app or to prove their email addresses.
create table domains (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- In the form that DNS uses: lower case, and `xn--` for other letters.
  domain text not null check (domain = lower(domain) and length(domain) between 3 and 239),
  use text not null check (use in ('app', 'email')),
  -- Part of the TXT record that proves the domain; anyone may read it there.
  token text not null check (length(token) between 20 and 64),
  -- Why the last check didn't prove it.
  problem text check (problem in ('missing', 'unreachable', 'taken', 'plan')),
  checked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, use, domain)
);

-- Proven domains. One organization can have each, and a host or an address leads to it before any is known.
create table proven_domains (
  use text not null check (use in ('app', 'email')),
  domain text not null,
  organization_id uuid not null references organizations (id) on delete cascade,
  proven_at timestamptz not null default now(),
  checked_at timestamptz not null default now(),
  -- The first check that no longer found the record, or the plan.
  failing_since timestamptz,
  primary key (use, domain)
);
create index proven_domains_organization on proven_domains (organization_id, use, proven_at);
create index proven_domains_checked on proven_domains (checked_at);

call protect_tenant_tables('domains');
grant select, insert, update, delete on proven_domains to {{app_role}};
