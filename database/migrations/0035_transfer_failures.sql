-- Failed attempts of a running transfer since its last batch, and the time before which it isn't tried again.
alter table contact_transfers add column failures integer not null default 0;
alter table contact_transfers add column next_try_at timestamptz;
