-- Billing: provider events, subscriptions, payments, refunds and what an operator checks.
-- Events of the payment provider, stored before they act. Global: the organization is found from the event.
create table webhook_events (
  provider text not null,
  event_id text not null,
  type text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz,
  outcome text,
  primary key (provider, event_id)
);
create index webhook_events_received on webhook_events (received_at);

-- Subscriptions as the provider reports them, payments, running refunds, and billing emails to owners. An
-- organization's own columns follow from its subscriptions.
create table subscriptions (
  organization_id uuid not null references organizations (id) on delete cascade,
  provider text not null,
  subscription_id text not null,
  customer_id text not null,
  plan text not null,
  period text not null check (period in ('monthly', 'yearly')),
  status subscription_status not null,
  period_start timestamptz,
  period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  trial_start timestamptz,
  trial_end timestamptz,
  failed_attempts integer not null default 0 check (failed_attempts >= 0),
  next_attempt_at timestamptz,
  -- Creation time of the newest event with status and period; the three below are for values that other events
  -- contain or omit.
  event_at timestamptz not null,
  cancel_event_at timestamptz,
  trial_event_at timestamptz,
  attempt_event_at timestamptz,
  -- Times of the first known event and of the first event about the end.
  created_at timestamptz not null,
  canceled_at timestamptz,
  -- Time when the provider was last polled for the status.
  asked_at timestamptz,
  primary key (organization_id, provider, subscription_id)
);
create index subscriptions_customer on subscriptions (provider, customer_id);
create index subscriptions_subscription on subscriptions (provider, subscription_id);
create index subscriptions_agreements on subscriptions (period_end)
  where provider = 'agreement' and status = 'active';
create index subscriptions_running on subscriptions (provider, period_end)
  where status in ('active', 'trialing', 'past_due');

-- One row per invoice that was paid, refunded or both; the refund event may arrive before the payment.
create table subscription_payments (
  organization_id uuid not null references organizations (id) on delete cascade,
  provider text not null,
  invoice_id text not null,
  subscription_id text not null,
  plan text not null,
  period text not null check (period in ('monthly', 'yearly')),
  amount_cents integer check (amount_cents >= 0),
  currency text not null default 'usd',
  period_start timestamptz,
  period_end timestamptz,
  paid_at timestamptz,
  refunded_cents integer check (refunded_cents >= 0),
  -- Of the whole payment: a partial refund has an amount and no time.
  refunded_at timestamptz,
  -- Refunded in the provider's dashboard, where the subscription may continue.
  refunded_elsewhere boolean not null default false,
  -- When the newest refund failed.
  refund_failed_at timestamptz,
  primary key (organization_id, provider, invoice_id),
  check ((paid_at is null) = (amount_cents is null)),
  constraint subscription_payments_refund check (refunded_at is null or refunded_cents is not null)
);

-- Stored before the provider is asked; `open` until its final answer. `failed`: reported as done but failed later.
create table subscription_refunds (
  organization_id uuid not null references organizations (id) on delete cascade,
  provider text not null,
  subscription_id text not null,
  reason text not null check (reason in ('money_back', 'double_checkout')),
  state text not null default 'open' check (state in ('open', 'done', 'refused', 'failed')),
  amount_cents integer,
  created_at timestamptz not null,
  finished_at timestamptz,
  attempts integer not null default 0,
  -- Earliest next attempt: a pause after a failure, the lease of a running attempt, or time for a late event.
  next_try_at timestamptz,
  primary key (organization_id, provider, subscription_id)
);
create unique index subscription_refunds_once on subscription_refunds (organization_id)
  where reason = 'money_back' and state <> 'refused';
create index subscription_refunds_due on subscription_refunds (next_try_at) where state = 'open';

-- The key under which a checkout was asked for: a double click asks under the same one.
create table checkout_orders (
  organization_id uuid not null references organizations (id) on delete cascade,
  period text not null check (period in ('monthly', 'yearly')),
  user_id uuid not null,
  id uuid not null,
  opened_at timestamptz not null,
  -- The provider's name of the checkout that was opened last, and when it was asked what became of it.
  session_id text,
  asked_at timestamptz,
  primary key (organization_id, period, user_id)
);

-- Billing emails to owners, once per key; `mailed_to` are the users who got it.
create table billing_emails (
  organization_id uuid not null references organizations (id) on delete cascade,
  key text not null,
  kind text not null check (kind in ('payment_failed', 'subscription_ended', 'double_checkout', 'credits_low')),
  facts jsonb not null,
  created_at timestamptz not null,
  mailed_to uuid[] not null default '{}',
  attempts integer not null default 0,
  -- Null: nothing is left to do.
  next_mail_at timestamptz,
  primary key (organization_id, key)
);
create index billing_emails_due on billing_emails (next_mail_at) where next_mail_at is not null;

-- Days with a broken billing check, and whether the operator got an email; belongs to no organization.
create table money_alarms (
  day date primary key,
  broken integer not null,
  mailed_at timestamptz
);

-- Billing issues for a manual check, identified by ids; belong to no organization and outlive an erased one.
create table money_notes (
  key text primary key,
  kind text not null check (kind in ('late_payment', 'refund_elsewhere', 'refund_failed', 'payment_refused')),
  organization uuid not null,
  subject text not null,
  outcome text not null,
  created_at timestamptz not null,
  mailed_at timestamptz
);
create index money_notes_time on money_notes (created_at desc);
create index money_notes_unmailed on money_notes (created_at) where mailed_at is null;

-- The check that ran last, by the hour or because an operator asked for it.
create table money_checks (
  one boolean primary key default true check (one),
  asked_at timestamptz,
  checked_at timestamptz,
  failed_at timestamptz,
  broken jsonb not null default '[]'
);

-- Refunded customers, as a keyed hash of the mailbox: the guarantee applies once per person, in any organization. It
-- outlives the organization, so that founding another one does not reset it.
create table refunded_mailboxes (
  mailbox bytea primary key,
  organization uuid not null,
  created_at timestamptz not null default now()
);
create index refunded_mailboxes_organization on refunded_mailboxes (organization);

-- The guarantee holds once for a card, too: another mailbox is quickly made. Only a keyed hash of the provider's
-- fingerprint of the card. It outlives the organization, as refunded_mailboxes does.
create table refunded_cards (
  card bytea primary key,
  organization uuid not null,
  created_at timestamptz not null default now()
);
create index refunded_cards_organization on refunded_cards (organization);

call protect_tenant_tables('subscriptions', 'subscription_payments', 'subscription_refunds', 'checkout_orders',
  'billing_emails');
grant select, insert, update on webhook_events, money_alarms, money_notes, money_checks to {{app_role}};
grant select, insert, delete on refunded_mailboxes, refunded_cards to {{app_role}};
