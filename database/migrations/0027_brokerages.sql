-- Brokerages: groups of organizations ("offices") with one owner, who sees sums only.
create table brokerages (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 200),
  -- Null after the owner's account is gone: an operator names another one.
  owner_id uuid references users (id) on delete set null,
  -- A do-not-contact request in one office blocks the same addresses and numbers in all of them.
  shares_do_not_contact boolean not null default false,
  -- Terms that an operator sets. Null is unlimited; the plan runs until a moment, null for none.
  plan_until timestamptz,
  -- Each organization gets the credits of a plan's months once, also when it leaves and joins again.
  plan_id uuid,
  has_unlimited_credits boolean not null default false,
  seats integer check (seats between 1 and 100000),
  max_offices integer check (max_offices between 1 and 10000),
  sla_notes text check (length(sla_notes) between 1 and 2000),
  manager_name text check (length(manager_name) between 1 and 100),
  manager_email text check (length(manager_email) between 3 and 254),
  manager_phone text check (length(manager_phone) between 1 and 40),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index brokerages_owner on brokerages (owner_id) where owner_id is not null;
create index brokerages_time on brokerages (created_at desc, id desc);

-- One brokerage per organization. It is no foreign key, because users refer to organizations and brokerages to users, and a
-- backup restores referenced tables first; brokerages are never deleted. `seat_limit` is its part of the brokerage's seats; null is unlimited.
alter table organizations
  add column brokerage_id uuid,
  add column joined_brokerage_at timestamptz,
  add column seat_limit integer check (seat_limit >= 1);
create index organizations_brokerage on organizations (brokerage_id) where brokerage_id is not null;

-- People besides the owner who see what a supervising broker must see.
create table brokerage_supervisors (
  brokerage_id uuid not null references brokerages (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (brokerage_id, user_id)
);
create index brokerage_supervisors_user on brokerage_supervisors (user_id);

-- Found by the invited address, which has signed in with it.
create table brokerage_invitations (
  brokerage_id uuid not null references brokerages (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('office', 'new_office', 'supervisor')),
  -- Name of a new office, which starts when its owner accepts.
  office_name text check (length(office_name) between 1 and 200),
  email text not null check (email = lower(email)),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (brokerage_id, id),
  unique (brokerage_id, kind, email),
  check ((office_name is not null) = (kind = 'new_office'))
);
create index brokerage_invitations_email on brokerage_invitations (email);

-- Moves between offices, once per request. Offices may be erased, so their ids are not references.
create table brokerage_moves (
  brokerage_id uuid not null references brokerages (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('credits', 'seats', 'expired_credits')),
  -- Null for seats that no office has.
  from_office uuid,
  to_office uuid,
  amount integer not null check (amount > 0),
  moved_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (brokerage_id, id)
);
create index brokerage_moves_time on brokerage_moves (brokerage_id, created_at desc, id desc);
create index brokerage_moves_mover on brokerage_moves (moved_by) where moved_by is not null;

grant select, insert, update, delete on brokerages, brokerage_supervisors, brokerage_invitations to {{app_role}};
grant select, insert on brokerage_moves to {{app_role}};
