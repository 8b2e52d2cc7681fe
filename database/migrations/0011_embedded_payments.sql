-- State of the embedded test payments, like a real provider's. Empty when a real payment provider is connected.
create table test_checkouts (
  id text primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  plan text not null,
  billing_period text not null check (billing_period in ('monthly', 'yearly')),
  customer_id text not null,
  subscription_id text not null,
  status text not null default 'open' check (status in ('open', 'paid', 'declined', 'canceled')),
  created_at timestamptz not null default now()
);

create table test_customers (
  id text primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  -- The last digits of the test card on file: 4242 pays, 0341 is declined.
  card text not null default '4242' check (card in ('4242', '0341')),
  -- Left over from a switch of the billing period; pays for later periods.
  balance_cents integer not null default 0 check (balance_cents >= 0)
);
create index test_customers_organization on test_customers (organization_id);

create table test_subscriptions (
  id text primary key,
  customer_id text not null references test_customers (id) on delete cascade,
  billing_period text not null check (billing_period in ('monthly', 'yearly')),
  status text not null check (status in ('active', 'past_due', 'canceled')),
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  created_at timestamptz not null,
  -- The time of its newest event: the next one is later, in whole seconds.
  last_event_at timestamptz not null
);
create index test_subscriptions_customer on test_subscriptions (customer_id);

create table test_invoices (
  id text primary key,
  subscription_id text not null references test_subscriptions (id) on delete cascade,
  -- In the order of billing, also within one moment.
  position bigint not null generated always as identity,
  created_at timestamptz not null,
  amount_cents integer not null check (amount_cents >= 0),
  status text not null check (status in ('open', 'paid', 'uncollectible', 'void')),
  billing_reason text not null
    check (billing_reason in ('subscription_create', 'subscription_cycle', 'subscription_update')),
  period_start timestamptz not null,
  period_end timestamptz not null,
  attempt_count integer not null check (attempt_count > 0),
  next_attempt_at timestamptz,
  -- Key of the request that refunded it.
  refund_key text,
  credit_cents integer not null default 0 check (credit_cents >= 0)
);
create index test_invoices_subscription on test_invoices (subscription_id);
-- A period is billed after the one before was paid.
create unique index test_invoices_one_open on test_invoices (subscription_id) where status = 'open';

create table test_portals (
  id text primary key,
  customer_id text not null references test_customers (id) on delete cascade,
  return_url text not null,
  created_at timestamptz not null
);
create index test_portals_customer on test_portals (customer_id);

create table test_events (
  id text primary key,
  customer_id text not null references test_customers (id) on delete cascade,
  -- Its place among the events that one step causes.
  position integer not null,
  payload jsonb not null,
  created_at timestamptz not null
);
create index test_events_customer on test_events (customer_id);
create index test_events_time on test_events (created_at);

grant select, insert, update on test_checkouts, test_customers, test_subscriptions, test_invoices, test_portals,
  test_events to {{app_role}};
