-- The guarantee holds once for a card, too: another mailbox is quickly made. Only a keyed hash of the provider's fingerprint
-- of the card. It outlives the organization, as refunded_mailboxes does.
create table refunded_cards (
  card bytea primary key,
  organization uuid not null,
  created_at timestamptz not null default now()
);
create index refunded_cards_organization on refunded_cards (organization);
grant select, insert, delete on refunded_cards to {{app_role}};
