-- What visitors send without an account: messages of the contact form, and subscriptions to the newsletter with its
-- issues. These tables are global: no organization is involved, and only the operator of the instance reads them.
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
  -- Whether the sender gets a confirmation: a mailbox gets only so many.
  confirms boolean not null default true,
  -- The mail to the operator and the one to the sender; each stays null when it was given up.
  operator_mailed_at timestamptz,
  confirmation_mailed_at timestamptz,
  mail_attempts integer not null default 0,
  -- Nobody tries before: the pause after a failed attempt, or the lease of a running one. Null: nothing is left to do.
  next_mail_at timestamptz default now()
);
create index contact_submissions_time on contact_submissions (created_at desc, id desc);
create index contact_submissions_to_mail on contact_submissions (next_mail_at) where next_mail_at is not null;

-- Mailed are rows that are subscribed and confirmed. Who unsubscribes stays here with `subscribed` false: the row is the
-- memory that this address must not be mailed again, and only a newly confirmed request changes that. An address that
-- was never confirmed goes after 30 days.
create table newsletter_subscriptions (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  subscribed boolean not null default true,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  confirmation_sent_at timestamptz,
  -- When somebody who is subscribed already was last told so.
  reminded_at timestamptz
);
create index newsletter_subscriptions_mailed on newsletter_subscriptions (id)
  where subscribed and confirmed_at is not null;
create index newsletter_subscriptions_unconfirmed on newsletter_subscriptions (created_at)
  where confirmed_at is null and unsubscribed_at is null;

-- Who asked for the newsletter and has not got the answer by mail yet; stored alike for known and unknown addresses.
create table newsletter_requests (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  created_at timestamptz not null,
  mail_attempts integer not null default 0,
  next_mail_at timestamptz not null
);
create index newsletter_requests_to_mail on newsletter_requests (next_mail_at);

-- `token_hash` is the SHA-256 of the mailed token. Each mail has its own token for unsubscribing, which does not expire.
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
  -- Nothing is sent before; null once everybody has been served or the issue was given up.
  next_mail_at timestamptz
);
create index newsletter_issues_to_mail on newsletter_issues (next_mail_at) where next_mail_at is not null;

-- Who gets an issue. A worker sets `sending` before it mails, so that nobody gets an issue twice: what a stopped process
-- left in that state was perhaps taken by the mail server, becomes `unknown` and is not repeated.
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
