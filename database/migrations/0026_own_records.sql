-- Owners, teams and assignment of contacts, and the policies that show a member with access to own or team records only those.
create table teams (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create unique index teams_name on teams (organization_id, lower(name));

create table team_members (
  organization_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  primary key (organization_id, team_id, user_id),
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade,
  -- A member who leaves the organization leaves its teams.
  foreign key (user_id, organization_id) references memberships (user_id, organization_id) on delete cascade
);
create index team_members_user on team_members (user_id, organization_id);

-- What assignment rules know about a member. Members without a row get contacts and have no limit.
create table assignment_members (
  organization_id uuid not null,
  user_id uuid not null,
  is_paused boolean not null default false,
  -- Contacts that rules may give the member; null for no limit.
  max_contacts integer check (max_contacts between 1 and 100000),
  primary key (organization_id, user_id),
  foreign key (user_id, organization_id) references memberships (user_id, organization_id) on delete cascade
);
create index assignment_members_user on assignment_members (user_id, organization_id);

-- Rules apply in the order of their position; the first one that fits a contact assigns it.
create table assignment_rules (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80),
  position integer not null,
  kind text not null check (kind in ('round_robin', 'zip', 'capacity', 'pond')),
  -- ZIP codes of a `zip` rule; empty for the others.
  zip_codes text[] not null default '{}',
  -- In the order of turns. Former and paused members are passed over.
  user_ids uuid[] not null,
  last_user_id uuid,
  -- Business hours within which the member has to contact the person; null for no clock.
  escalate_after_hours integer check (escalate_after_hours between 1 and 240),
  -- Who gets the contact when no member of the rule can take it, or all have let the clock run out.
  fallback_user_id uuid,
  is_on boolean not null default true,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create index assignment_rules_order on assignment_rules (organization_id, position, id);

alter table contacts
  -- The member who works with the contact; null for unassigned ones.
  add column owner_id uuid,
  add column team_id uuid,
  -- The agent who brought the contact; null if the team supplied it.
  add column origin_id uuid,
  -- Since when the contact waits in the shared pond for the first to claim it.
  add column pond_since timestamptz;
alter table contacts
  add constraint contacts_owner foreign key (owner_id) references users (id) on delete set null not valid,
  add constraint contacts_origin foreign key (origin_id) references users (id) on delete set null not valid,
  add constraint contacts_team foreign key (organization_id, team_id) references teams (organization_id, id) not valid;

-- The creator, where known and still a MEMBER, owns the contacts that exist already. What owners and admins added stays
-- unassigned, as it does from now on.
update contacts c set owner_id = k.user_id from (
  select c.organization_id, c.id, coalesce(i.created_by, substr(a.actor, 6)::uuid) as user_id
    from contacts c
    left join imports i on i.organization_id = c.organization_id and i.id = c.import_id
    left join audit_log a on a.organization_id = c.organization_id and a.subject = c.id::text
          and a.action = 'contact.added' and a.actor like 'user:%') k
  join memberships m on m.user_id = k.user_id
 where c.organization_id = k.organization_id and c.id = k.id and m.organization_id = k.organization_id and m.role = 'MEMBER';

alter table contacts validate constraint contacts_owner;
alter table contacts validate constraint contacts_origin;
alter table contacts validate constraint contacts_team;
-- Each order of the list has an index by owner. The first one also serves the deletion of a user, hence the order of its
-- first columns, and counts: the policy reads the team, too.
create index contacts_owner on contacts (owner_id, organization_id, sort_rank, last_name_key, id) include (team_id)
  where owner_id is not null;
create index contacts_owner_chance on contacts (owner_id, organization_id, chance_key, id) where owner_id is not null;
create index contacts_owner_name on contacts (owner_id, organization_id, last_name_key, first_name_key, id)
  where owner_id is not null;
create index contacts_owner_enriched on contacts (owner_id, organization_id, enriched_key, id) where owner_id is not null;
create index contacts_owner_task on contacts (owner_id, organization_id, next_task_at, id) where owner_id is not null;
create index contacts_team on contacts (organization_id, team_id, id) where team_id is not null;
create index contacts_origin on contacts (origin_id, organization_id) where origin_id is not null;
create index contacts_pond on contacts (organization_id, pond_since, id) where pond_since is not null;

-- A running escalation clock: the contact moves on unless its owner contacts the person before `due_at`.
create table assignment_clocks (
  organization_id uuid not null,
  contact_id uuid not null,
  rule_id uuid not null,
  -- Members who had the contact, in order.
  tried_user_ids uuid[] not null,
  assigned_at timestamptz not null,
  due_at timestamptz not null,
  primary key (organization_id, contact_id),
  foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade,
  foreign key (organization_id, rule_id) references assignment_rules (organization_id, id) on delete cascade
);
create index assignment_clocks_due on assignment_clocks (due_at);
create index assignment_clocks_rule on assignment_clocks (organization_id, rule_id);

call protect_tenant_tables('teams', 'team_members', 'assignment_members', 'assignment_rules', 'assignment_clocks');

alter table notifications drop constraint notifications_kind_check;
alter table notifications add constraint notifications_kind_check check (kind in
  ('signals', 'task_overdue', 'import_finished', 'credits_low', 'export_ready', 'billing', 'assigned')) not valid;
alter table notifications validate constraint notifications_kind_check;

-- Target of the assignment of a file's contacts: a member's id, `rules`, `pond` or `none`.
alter table imports add column assign_to text;

-- The same person may be a contact of several members with own records, who must not learn of each other's: then only one
-- row of a key has the nil holder, and the others name their contact.
alter table contact_keys add column holder uuid not null default '00000000-0000-0000-0000-000000000000';
alter table contact_keys drop constraint contact_keys_pkey;
alter table contact_keys add primary key (organization_id, key, holder);

-- Members whose contacts the transaction's member sees: themselves, and with `app.sees_team` everyone in their teams.
create function visible_owners() returns uuid[]
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when current_setting('app.sees_team', true) = 'on' then array(
           select other.user_id from team_members mine
             join team_members other on other.organization_id = mine.organization_id and other.team_id = mine.team_id
            where mine.organization_id = nullif(current_setting('app.org_id', true), '')::uuid
              and mine.user_id = nullif(current_setting('app.user_id', true), '')::uuid)
         else '{}' end || nullif(current_setting('app.user_id', true), '')::uuid
$$;

-- Teams whose contacts the transaction's member sees.
create function visible_teams() returns uuid[]
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when current_setting('app.sees_team', true) = 'on' then array(
           select team_id from team_members
            where organization_id = nullif(current_setting('app.org_id', true), '')::uuid
              and user_id = nullif(current_setting('app.user_id', true), '')::uuid)
         else '{}' end
$$;

-- Policies for members with access to own or team records: `app.user_id` is set for them only. They read the settings in
-- an inner select, so that PostgreSQL evaluates it once per statement and not once per row.
create policy contacts_access on contacts as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or owner_id = (select nullif(current_setting('app.user_id', true), '')::uuid)
    or (select current_setting('app.sees_team', true)) = 'on'
   and (owner_id = any ((select visible_owners())::uuid[]) or team_id = any ((select visible_teams())::uuid[])));

-- Rows about a contact are visible with the contact, whose own policies apply inside the condition.
create procedure show_with_contact(variadic names text[]) language plpgsql as $$
declare
  name text;
begin
  foreach name in array names loop
    execute format(
      'create policy %1$I on %2$I as restrictive to {{app_role}} using (
         (select nullif(current_setting(''app.user_id'', true), '''')) is null
           or exists (select from contacts c where c.organization_id = %2$I.organization_id and c.id = %2$I.contact_id))',
      name || '_access', name);
  end loop;
end $$;
revoke execute on procedure show_with_contact from public;

call show_with_contact('contact_keys', 'contact_match_keys', 'properties', 'signals', 'score_history', 'score_snapshots',
  'outcomes', 'contact_consents', 'merge_snapshots', 'tasks', 'activities', 'contact_tags', 'contact_notes',
  'broker_agreements', 'call_exemptions', 'assignment_clocks', 'outreach_texts');

create policy duplicate_suspicions_access on duplicate_suspicions as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or exists (select from contacts c where c.organization_id = duplicate_suspicions.organization_id and c.id = contact_id)
   and exists (select from contacts c where c.organization_id = duplicate_suspicions.organization_id and c.id = other_id));
create policy merges_access on merges as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or exists (select from contacts c where c.organization_id = merges.organization_id and c.id = kept_id));
create policy duplicate_checks_access on duplicate_checks as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or exists (select from contacts c where c.organization_id = duplicate_checks.organization_id and c.id = duplicate_checks.id))
  with check (true);

-- Without a contact, only grants: the entry of a deleted contact may have been about anyone.
create policy credit_ledger_access on credit_ledger as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or contact_id is null and operation = 'grant'
    or exists (select from contacts c where c.organization_id = credit_ledger.organization_id and c.id = contact_id));
create policy enrichments_access on enrichments as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or exists (select from contacts c where c.organization_id = enrichments.organization_id and c.id = contact_id));
-- Messages to the member, and messages to all that name no contact and count none.
create policy notifications_access on notifications as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or case when contact_id is not null
         then exists (select from contacts c where c.organization_id = notifications.organization_id and c.id = contact_id)
         else user_id = (select nullif(current_setting('app.user_id', true), ''))::uuid
           or user_id is null and kind in ('credits_low', 'billing') end)
  with check (true);
create policy notification_reads_access on notification_reads as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or user_id = (select nullif(current_setting('app.user_id', true), ''))::uuid);
create policy imports_access on imports as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or created_by = (select nullif(current_setting('app.user_id', true), ''))::uuid);
create policy import_rows_access on import_rows as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or exists (select from imports i where i.organization_id = import_rows.organization_id and i.id = import_id));
create policy import_chunks_access on import_chunks as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or exists (select from imports i where i.organization_id = import_chunks.organization_id and i.id = import_id));
create policy data_exports_access on data_exports as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or requested_by = (select nullif(current_setting('app.user_id', true), ''))::uuid);
create policy data_export_chunks_access on data_export_chunks as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or exists (select from data_exports e where e.organization_id = data_export_chunks.organization_id and e.id = export_id));
create policy views_access on views as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or user_id = (select nullif(current_setting('app.user_id', true), ''))::uuid);
create policy morning_emails_access on morning_emails as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or user_id = (select nullif(current_setting('app.user_id', true), ''))::uuid);
-- A conversation that rests on a contact stays hidden while the contact is.
create policy chat_messages_access on chat_messages as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or sid in (select s.sid from sessions s where s.user_id = (select nullif(current_setting('app.user_id', true), ''))::uuid)
   and not exists (select from unnest(contact_ids) sought where sought not in (
         select c.id from contacts c where c.organization_id = chat_messages.organization_id and c.id = any (contact_ids))));
-- The member's own lines, and those about visible contacts.
create policy audit_log_access on audit_log as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or actor = 'user:' || (select current_setting('app.user_id', true))
    or case when subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
         exists (select from contacts c where c.organization_id = audit_log.organization_id and c.id = subject::uuid) end)
  with check (true);
-- How many contacts the organization has, and which of them jobs have reached.
create policy organization_counters_access on organization_counters as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);
create policy score_runs_access on score_runs as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);
create policy score_snapshot_runs_access on score_snapshot_runs as restrictive to {{app_role}}
  using ((select nullif(current_setting('app.user_id', true), '')) is null);
-- The messages that the member sent, with texts only while the contact is visible.
create policy outreach_log_access on outreach_log as restrictive to {{app_role}} using (
  (select nullif(current_setting('app.user_id', true), '')) is null
    or sent_by = (select nullif(current_setting('app.user_id', true), ''))::uuid);
