-- A switch between monthly and yearly is billed at once: what is left of the old period is a credit, and may leave nothing
-- to pay, or a balance that pays for later periods.
alter table test_customers add column balance_cents integer not null default 0 check (balance_cents >= 0);
alter table test_invoices add column credit_cents integer not null default 0 check (credit_cents >= 0);
alter table test_invoices
  drop constraint test_invoices_amount_cents_check,
  add constraint test_invoices_amount_cents_check check (amount_cents >= 0),
  drop constraint test_invoices_billing_reason_check,
  add constraint test_invoices_billing_reason_check
    check (billing_reason in ('subscription_create', 'subscription_cycle', 'subscription_update'));
