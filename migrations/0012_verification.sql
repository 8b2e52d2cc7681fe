-- Verification of address and employer, in addition to email and phone, each with a reason and a date. Due contacts
-- are stored, so that no stopped process loses one.
alter table contacts
  add column email_verified_at timestamptz,
  -- Suggested address when the domain looks mistyped; null after it was dismissed.
  add column email_suggestion text,
  add column phone_verified_at timestamptz,
  add column address_verified verification_status not null default 'unverified',
  add column address_verification_reason text,
  add column address_verified_at timestamptz,
  add column employer_verified verification_status not null default 'unverified',
  add column employer_verification_reason text,
  add column employer_verified_at timestamptz,
  -- When to look (again); null when there is nothing to wait for. Contacts of before are looked at once.
  add column verification_due_at timestamptz default now(),
  add column verification_attempts smallint not null default 0;
alter table contacts alter column verification_due_at drop default;

create index contacts_verification_due on contacts (organization_id, verification_due_at)
  where verification_due_at is not null;

-- One run an organization: claiming each contact would rewrite it once more.
alter table organization_counters add column verifying_until timestamptz;

-- Organizations with something to look at; across organizations, ids only, for the sweep.
create function organizations_with_due_verifications() returns setof uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
   where o.subscription_status = 'active'
     and exists (select from contacts c where c.organization_id = o.id and c.verification_due_at <= now())
   limit 1000
$$;
revoke execute on function organizations_with_due_verifications() from public;
grant execute on function organizations_with_due_verifications() to {{app_role}};
