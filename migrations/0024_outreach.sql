-- Outreach: opt-outs by channel, logged outreach, and the postal address for emails and letters.
alter table organizations add column postal_address text check (length(postal_address) between 1 and 200);

-- Opted-out channels, in addition to `do_not_contact` for all; contact_consents has the history.
alter table contacts add column opted_out_channels text[] not null default '{}'
  check (opted_out_channels <@ array['call', 'text', 'email', 'letter']);

alter table contact_consents drop constraint contact_consents_channel_check;
alter table contact_consents add constraint contact_consents_channel_check
  check (channel in ('all', 'call', 'text', 'email', 'letter'));
-- Source: a member, the contact, a form or a file.
alter table contact_consents drop constraint contact_consents_source_check;
alter table contact_consents add constraint contact_consents_source_check
  check (source in ('member', 'contact', 'form', 'import'));
-- Text shown to the person when they agreed.
alter table contact_consents add column shown text check (length(shown) <= 1000);

-- Logged outreach with channel and time, never the text.
create table outreach (
  organization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contact_id uuid not null,
  channel text not null check (channel in ('call', 'text', 'email', 'letter')),
  recorded_by uuid references users (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
);
create index outreach_contact on outreach (organization_id, contact_id, created_at desc);
create index outreach_recorder on outreach (recorded_by) where recorded_by is not null;

alter table outreach enable row level security;
alter table outreach force row level security;
create policy outreach_tenant on outreach
  using (organization_id = nullif(current_setting('app.org_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.org_id', true), '')::uuid);
grant select, insert on outreach to {{app_role}};
-- Whom an entry is about may change when two contacts become one; what it says may not.
grant update (contact_id) on outreach to {{app_role}};
