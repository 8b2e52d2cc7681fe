-- Real-estate licenses of members, and the log of what they sent.
create table licenses (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  state text not null check (state ~ '^[A-Z]{2}$'),
  licensed_name text not null check (length(licensed_name) between 1 and 100),
  license_number text not null check (length(license_number) between 1 and 40),
  license_type text check (length(license_type) <= 80),
  -- The responsible broker: the brokerage as licensed, and the person who is responsible for it.
  brokerage_name text not null check (length(brokerage_name) between 1 and 120),
  broker_name text check (length(broker_name) <= 100),
  broker_license_number text check (length(broker_license_number) <= 40),
  brokerage_phone text check (length(brokerage_phone) <= 32),
  brokerage_address text check (length(brokerage_address) <= 200),
  -- Link to the notice about brokerage services that some states want.
  notice_url text check (length(notice_url) <= 300),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, user_id, state)
);
create index licenses_user on licenses (user_id);

-- What brokers must be able to show to their regulator. Stays when the contact is deleted.
create table outreach_log (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  -- The activity that it was logged as; members may delete that one.
  activity_id uuid not null,
  sent_by uuid references users (id) on delete set null,
  channel text not null check (channel in ('call', 'text', 'email', 'letter')),
  kind text not null check (kind in ('marketing', 'personal')),
  at timestamptz not null,
  is_checked boolean not null,
  license_state text check (license_state ~ '^[A-Z]{2}$'),
  -- The line about the license that the text showed.
  license_line text check (length(license_line) <= 1000),
  primary key (organization_id, id)
);
create index outreach_log_time on outreach_log (organization_id, at desc, id desc);
create unique index outreach_log_activity on outreach_log (organization_id, activity_id);
create index outreach_log_sender on outreach_log (sent_by) where sent_by is not null;

-- Whom an entry of the log reached, and the words. Goes with the contact.
create table outreach_texts (
  organization_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  -- The text as sent; null for a call without a script.
  script text check (length(script) <= 8000),
  primary key (organization_id, id),
  foreign key (organization_id, id) references outreach_log (organization_id, id) on delete cascade,
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index outreach_texts_contact on outreach_texts (organization_id, contact_id);

-- Logged by hand, the same activities are part of the exported log.
create index activities_outreach on activities (organization_id, at desc, id desc)
  where type in ('call', 'text', 'email', 'letter');

call protect_tenant_tables('licenses', 'outreach_log', 'outreach_texts');
