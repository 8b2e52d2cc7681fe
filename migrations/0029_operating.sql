-- What an operator needs: which backups were made, which erasures a restored backup has to repeat, how old keys are, and
-- the removal of what no feature needs any more.

-- Erasures as they happen, by ids and hashes alone. Copied beside the backups, so that the newest ones outlive the database.
create table erasure_journal (
  id uuid primary key default gen_random_uuid(),
  -- request: erased outside of organizations for a privacy request; suppression: an entry of a suppression list.
  kind text not null check (kind in ('contact', 'organization', 'account', 'suppression', 'request')),
  organization uuid,
  -- The id of what was erased, or a hash in hexadecimal.
  subject text not null,
  details jsonb not null default '{}',
  at timestamptz not null default now(),
  copied_at timestamptz
);
create index erasure_journal_time on erasure_journal (at);
create index erasure_journal_to_copy on erasure_journal (at) where copied_at is null;
grant select, insert on erasure_journal to {{app_role}};
grant update (copied_at) on erasure_journal to {{app_role}};

create table backups (
  id uuid primary key default gen_random_uuid(),
  begun_at timestamptz not null,
  -- While it is made, one worker holds it until then.
  lease_until timestamptz,
  finished_at timestamptz,
  file text,
  bytes bigint,
  rows bigint,
  failure text,
  mailed_at timestamptz,
  check ((finished_at is null) or (file is null) <> (failure is null))
);
create index backups_time on backups (begun_at desc);
create unique index backups_one_at_a_time on backups ((true)) where finished_at is null;
grant select, insert, update on backups to {{app_role}};

-- Since when a key is in use: a few digits of its hash tell one from another and nothing about it.
create table key_ages (
  name text primary key,
  fingerprint text not null,
  since timestamptz not null,
  reminded_at timestamptz
);
grant select, insert, update, delete on key_ages to {{app_role}};

-- Rows stand in the order of time, so that a few pages tell where the old ones are.
create index score_history_recorded on score_history using brin (recorded_at);

-- Removes up to about `wanted` rows of a table of the whole instance that nothing needs after `moment`.
create function remove_outdated(what text, moment timestamptz, wanted integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  old text := case what
    when 'webhook_events' then 'received_at < $1 and processed_at is not null'
    when 'money_notes' then 'created_at < $1'
    when 'test_events' then 'created_at < $1'
    when 'generation_queue' then 'created_at < $1 and status in (''completed'', ''failed'', ''canceled'')'
    when 'erasure_journal' then 'at < $1'
    when 'backups' then 'begun_at < $1 and finished_at is not null'
  end;
  removed integer;
begin
  if old is null then
    raise exception 'Nothing is removed from %', what;
  end if;
  execute format('delete from %1$I where ctid = any (array(select ctid from %1$I where %2$s limit $2))', what, old)
    using moment, wanted;
  get diagnostics removed = row_count;
  return removed;
end $$;
revoke execute on function remove_outdated(text, timestamptz, integer) from public;
grant execute on function remove_outdated(text, timestamptz, integer) to {{app_role}};
