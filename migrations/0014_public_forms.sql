-- Data sent by visitors without an account: contact form messages, newsletter subscriptions and issues. These tables
-- are global: they belong to no organization, and only operators read them.
create table contact_submissions (
  id uuid primary key default gen_random_uuid(),
  first_name text not null,
  last_name text not null,
  email text not null check (email = lower(email)),
  company text,
  phone text,
  subject text not null,
  message text not null,
  created_at timestamptz not null default now(),
  -- True if the sender gets a confirmation; each mailbox gets only a few.
  confirms boolean not null default true,
  -- Times of the emails to operator and sender; null while unsent or when given up.
  operator_mailed_at timestamptz,
  confirmation_mailed_at timestamptz,
  mail_attempts integer not null default 0,
  -- Earliest next attempt: the pause after a failure, or the lease of a running attempt. Null when nothing is left to
  -- do.
  next_mail_at timestamptz default now()
);
create index contact_submissions_time on contact_submissions (created_at desc, id desc);
create index contact_submissions_to_mail on contact_submissions (next_mail_at) where next_mail_at is not null;

-- Subscribed and confirmed rows get emails. Unsubscribing leaves the row with `subscribed` false, so that the address
-- gets no more emails until a newly confirmed request. Unconfirmed addresses are deleted after 30 days.
create table newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  subscribed boolean not null default true,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  confirmation_sent_at timestamptz,
  -- Time of the latest "you are already subscribed" email.
  reminded_at timestamptz
);
create index newsletter_subscriptions_mailed on newsletter_subscriptions (id)
  where subscribed and confirmed_at is not null;
create index newsletter_subscriptions_unconfirmed on newsletter_subscriptions (created_at)
  where confirmed_at is null and unsubscribed_at is null;

-- Subscription requests without an answer yet; stored alike for known and unknown addresses.
create table newsletter_requests (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  created_at timestamptz not null,
  mail_attempts integer not null default 0,
  next_mail_at timestamptz not null
);
create index newsletter_requests_to_mail on newsletter_requests (next_mail_at);

-- `token_hash` is the SHA-256 of the emailed token. Each email has its own token for unsubscribing, which does not
-- expire.
create table newsletter_tokens (
  token_hash text primary key,
  subscription_id uuid not null references newsletter_subscriptions (id) on delete cascade,
  purpose text not null check (purpose in ('confirm', 'unsubscribe')),
  expires_at timestamptz,
  check ((purpose = 'confirm') = (expires_at is not null))
);
create index newsletter_tokens_subscription on newsletter_tokens (subscription_id);

-- One issue a week, with its posts as they were when it was opened: title, slug and excerpt.
create table newsletter_issues (
  id uuid primary key default gen_random_uuid(),
  -- The Monday of the week.
  week date not null unique check (extract(isodow from week) = 1),
  posts jsonb not null,
  created_at timestamptz not null,
  mail_attempts integer not null default 0,
  -- Earliest next sending; null when the issue is done or given up.
  next_mail_at timestamptz
);
create index newsletter_issues_to_mail on newsletter_issues (next_mail_at) where next_mail_at is not null;

-- Recipients of an issue. A worker sets `sending` before it sends, so that each recipient gets the issue once: a
-- delivery left in that state by a stopped process may have been sent, becomes `unknown` and is not repeated.
create table newsletter_deliveries (
  issue_id uuid not null references newsletter_issues (id) on delete cascade,
  subscription_id uuid not null references newsletter_subscriptions (id) on delete cascade,
  status text not null default 'waiting'
    check (status in ('waiting', 'sending', 'sent', 'skipped', 'refused', 'unknown')),
  attempts integer not null default 0,
  -- When it was last taken up.
  claimed_at timestamptz,
  primary key (issue_id, subscription_id)
);
create index newsletter_deliveries_waiting on newsletter_deliveries (issue_id, attempts, subscription_id)
  where status = 'waiting';
create index newsletter_deliveries_sending on newsletter_deliveries (claimed_at) where status = 'sending';
create index newsletter_deliveries_subscription on newsletter_deliveries (subscription_id);

grant select, insert, update, delete on contact_submissions to {{app_role}};
grant select, insert, update, delete on newsletter_subscriptions to {{app_role}};
grant select, insert, update, delete on newsletter_requests to {{app_role}};
grant select, insert, update, delete on newsletter_tokens to {{app_role}};
grant select, insert, update, delete on newsletter_issues to {{app_role}};
grant select, insert, update, delete on newsletter_deliveries to {{app_role}};
