-- Figures for the owner and supervisors of a brokerage: sums over groups of contacts, never a contact. Each function answers
-- only for a brokerage that the viewer owns or supervises.
create or replace function is_brokerage_viewer(sought uuid, viewer uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from brokerages b where b.id = sought and (b.owner_id = viewer or exists (
    select 1 from brokerage_supervisors s where s.brokerage_id = b.id and s.user_id = viewer)))
$$;

-- Sums of each office; those over contacts are null in an office with fewer than five of them.
create or replace function brokerage_sums(sought uuid, viewer uuid, since timestamptz)
  returns table (office uuid, credits_used bigint, contacts bigint, with_email bigint, with_phone bigint,
                 enriched bigint, activities bigint, conversations bigint, appointments bigint, moves bigint,
                 agreements bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with offices as materialized (
    select o.id from organizations o where o.brokerage_id = sought and is_brokerage_viewer(sought, viewer)),
  people as (
    select c.organization_id, count(*) as contacts, count(c.email) as with_email, count(c.phone) as with_phone,
           count(c.enriched_at) as enriched
      from contacts c where c.organization_id in (select id from offices)
     group by c.organization_id having count(*) >= 5),
  done as (
    select a.organization_id, count(*) as activities,
           count(*) filter (where a.outcome in ('reached', 'call_back_later', 'appointment', 'has_agent',
                                                'already_moved', 'not_interested')) as conversations,
           count(*) filter (where a.outcome = 'appointment') as appointments
      from activities a
     where a.organization_id in (select id from offices) and a.type <> 'note' and a.at >= since
     group by a.organization_id),
  moved as (
    select m.organization_id, count(*) as moves
      from outcomes m
     where m.organization_id in (select id from offices) and m.undone_at is null and m.recorded_at >= since
     group by m.organization_id),
  agreed as (
    select g.organization_id, count(*) as agreements
      from broker_agreements g
     where g.organization_id in (select id from offices) and g.broker = 'own'
       and g.status in ('active', 'coming_soon', 'pending')
     group by g.organization_id),
  spent as (
    select l.organization_id, -coalesce(sum(l.amount), 0)::bigint as credits_used
      from credit_ledger l
     where l.organization_id in (select id from offices) and l.operation in ('enrich', 'refund')
       and l.created_at >= since
     group by l.organization_id)
  select f.id, coalesce(spent.credits_used, 0), p.contacts, p.with_email, p.with_phone, p.enriched,
         case when p.contacts is not null then coalesce(done.activities, 0) end,
         case when p.contacts is not null then coalesce(done.conversations, 0) end,
         case when p.contacts is not null then coalesce(done.appointments, 0) end,
         case when p.contacts is not null then coalesce(moved.moves, 0) end,
         case when p.contacts is not null then coalesce(agreed.agreements, 0) end
    from offices f
    left join people p on p.organization_id = f.id
    left join done on done.organization_id = f.id
    left join moved on moved.organization_id = f.id
    left join agreed on agreed.organization_id = f.id
    left join spent on spent.organization_id = f.id
$$;

-- The same sums for each team of each office.
create or replace function brokerage_team_sums(sought uuid, viewer uuid, since timestamptz)
  returns table (office uuid, team uuid, name text, members bigint, contacts bigint, with_email bigint, with_phone bigint,
                 enriched bigint, activities bigint, conversations bigint, appointments bigint, moves bigint,
                 agreements bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with offices as materialized (
    select o.id from organizations o where o.brokerage_id = sought and is_brokerage_viewer(sought, viewer)),
  people as (
    select c.organization_id, c.team_id, count(*) as contacts, count(c.email) as with_email, count(c.phone) as with_phone,
           count(c.enriched_at) as enriched
      from contacts c where c.organization_id in (select id from offices) and c.team_id is not null
     group by c.organization_id, c.team_id having count(*) >= 5),
  done as (
    select c.organization_id, c.team_id, count(*) as activities,
           count(*) filter (where a.outcome in ('reached', 'call_back_later', 'appointment', 'has_agent',
                                                'already_moved', 'not_interested')) as conversations,
           count(*) filter (where a.outcome = 'appointment') as appointments
      from activities a join contacts c on c.organization_id = a.organization_id and c.id = a.contact_id
     where a.organization_id in (select id from offices) and a.type <> 'note' and a.at >= since
       and c.team_id is not null
     group by c.organization_id, c.team_id),
  moved as (
    select c.organization_id, c.team_id, count(*) as moves
      from outcomes m join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id
     where m.organization_id in (select id from offices) and m.undone_at is null and m.recorded_at >= since
       and c.team_id is not null
     group by c.organization_id, c.team_id),
  agreed as (
    select c.organization_id, c.team_id, count(*) as agreements
      from broker_agreements g join contacts c on c.organization_id = g.organization_id and c.id = g.contact_id
     where g.organization_id in (select id from offices) and g.broker = 'own'
       and g.status in ('active', 'coming_soon', 'pending') and c.team_id is not null
     group by c.organization_id, c.team_id),
  belonging as (
    select b.organization_id, b.team_id, count(*) as members
      from team_members b where b.organization_id in (select id from offices)
     group by b.organization_id, b.team_id)
  select t.organization_id, t.id, t.name, coalesce(b.members, 0), p.contacts, p.with_email, p.with_phone, p.enriched,
         case when p.contacts is not null then coalesce(done.activities, 0) end,
         case when p.contacts is not null then coalesce(done.conversations, 0) end,
         case when p.contacts is not null then coalesce(done.appointments, 0) end,
         case when p.contacts is not null then coalesce(moved.moves, 0) end,
         case when p.contacts is not null then coalesce(agreed.agreements, 0) end
    from teams t
    left join belonging b on b.organization_id = t.organization_id and b.team_id = t.id
    left join people p on p.organization_id = t.organization_id and p.team_id = t.id
    left join done on done.organization_id = t.organization_id and done.team_id = t.id
    left join moved on moved.organization_id = t.organization_id and moved.team_id = t.id
    left join agreed on agreed.organization_id = t.organization_id and agreed.team_id = t.id
   where t.organization_id in (select id from offices)
$$;

-- For each member: opt-outs since a time with the hours until they took effect, and overrides.
create or replace function brokerage_members(sought uuid, viewer uuid, since timestamptz)
  returns table (office uuid, member uuid, last_upload date, opt_outs bigint, median_hours double precision,
                 slowest_hours double precision, overrides bigint, personal_messages bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with members as materialized (
    select m.organization_id, m.user_id
      from memberships m join organizations o on o.id = m.organization_id
     where o.brokerage_id = sought and is_brokerage_viewer(sought, viewer)),
  offices as materialized (select distinct organization_id from members),
  refused as (
    select k.organization_id, k.recorded_by, k.created_at,
           -- The request as the member logged it, at most three months before.
           (select max(a.at) from activities a
             where a.organization_id = k.organization_id and a.contact_id = k.contact_id
               and a.outcome = 'do_not_contact' and a.at <= k.created_at
               and a.at > k.created_at - interval '90 days') as asked_at
      from contact_consents k
     where k.organization_id in (select organization_id from offices) and not k.allowed and k.recorded_by is not null
       and k.created_at >= since),
  opted as (
    select r.organization_id, r.recorded_by, count(*) as opt_outs,
           percentile_cont(0.5) within group (order by extract(epoch from r.created_at - r.asked_at) / 3600)
             filter (where r.asked_at is not null) as median_hours,
           max(extract(epoch from r.created_at - r.asked_at) / 3600)::double precision as slowest_hours
      from refused r group by r.organization_id, r.recorded_by),
  lifted as (
    select k.organization_id, k.recorded_by, count(*) as lifts
      from contact_consents k
     where k.organization_id in (select organization_id from offices) and k.allowed and k.reason is not null
       and k.recorded_by is not null and k.created_at >= since
     group by k.organization_id, k.recorded_by),
  exempted as (
    select x.organization_id, x.recorded_by, count(*) as exemptions
      from call_exemptions x
     where x.organization_id in (select organization_id from offices) and x.recorded_by is not null
       and x.created_at >= since
     group by x.organization_id, x.recorded_by),
  selected as (
    select a.organization_id, a.selected_by, count(*) as selections
      from area_selections a
     where a.organization_id in (select organization_id from offices) and a.selected_by is not null
       and a.created_at >= since
     group by a.organization_id, a.selected_by),
  uploaded as (
    select d.organization_id, d.uploaded_by, max(d.uploaded_at)::date as last_upload
      from do_not_call_numbers d
     where d.organization_id in (select organization_id from offices) and d.uploaded_by is not null
     group by d.organization_id, d.uploaded_by),
  sent as (
    select l.organization_id, l.actor, count(*) as personal_messages
      from audit_log l
     where l.organization_id in (select organization_id from offices) and l.action = 'outreach.logged'
       and l.details ->> 'kind' = 'personal' and l.created_at >= since
     group by l.organization_id, l.actor)
  select m.organization_id, m.user_id, u.last_upload, coalesce(p.opt_outs, 0), p.median_hours, p.slowest_hours,
         coalesce(f.lifts, 0) + coalesce(x.exemptions, 0) + coalesce(a.selections, 0), coalesce(s.personal_messages, 0)
    from members m
    left join opted p on p.organization_id = m.organization_id and p.recorded_by = m.user_id
    left join lifted f on f.organization_id = m.organization_id and f.recorded_by = m.user_id
    left join exempted x on x.organization_id = m.organization_id and x.recorded_by = m.user_id
    left join selected a on a.organization_id = m.organization_id and a.selected_by = m.user_id
    left join uploaded u on u.organization_id = m.organization_id and u.uploaded_by = m.user_id
    left join sent s on s.organization_id = m.organization_id and s.actor = 'user:' || m.user_id
$$;

-- For each office: the oldest do-not-call list in use, and opt-outs from files that wait for a review.
create or replace function brokerage_registries(sought uuid, viewer uuid)
  returns table (office uuid, as_of date, area_codes bigint, open_reviews bigint)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with offices as materialized (
    select o.id from organizations o where o.brokerage_id = sought and is_brokerage_viewer(sought, viewer)),
  lists as (
    select d.organization_id, min(d.as_of) as as_of, count(*) as area_codes
      from do_not_call_numbers d where d.organization_id in (select id from offices)
     group by d.organization_id),
  waiting as (
    select k.organization_id, count(*) as open_reviews
      from contact_consents k
     where k.organization_id in (select id from offices) and k.source = 'import' and not k.allowed
       and k.reviewed_at is null
     group by k.organization_id)
  select f.id, l.as_of, coalesce(l.area_codes, 0), coalesce(w.open_reviews, 0)
    from offices f
    left join lists l on l.organization_id = f.id
    left join waiting w on w.organization_id = f.id
$$;

-- The newest overrides with their reasons, and which of a reason's own words name its contact or another one of the
-- office. A reason shows nothing else of a contact.
create or replace function brokerage_overrides(sought uuid, viewer uuid, since timestamptz, wanted integer)
  returns table (office uuid, member uuid, kind text, made_at timestamptz, reason text, names text[])
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with offices as materialized (
    select o.id from organizations o where o.brokerage_id = sought and is_brokerage_viewer(sought, viewer)),
  made as materialized (
    select e.* from (
      select k.organization_id, k.recorded_by, 'opt-out-lifted' as kind, k.created_at as made_at, k.reason, k.contact_id
        from contact_consents k
       where k.organization_id in (select id from offices) and k.allowed and k.reason is not null and k.created_at >= since
      union all
      select x.organization_id, x.recorded_by, 'call-exemption', x.created_at, coalesce(x.note, ''), x.contact_id
        from call_exemptions x
       where x.organization_id in (select id from offices) and x.created_at >= since
      union all
      select a.organization_id, a.selected_by, 'area-selected', a.created_at, a.reason, null
        from area_selections a
       where a.organization_id in (select id from offices) and a.created_at >= since) e
     order by e.made_at desc limit wanted)
  select m.organization_id, m.recorded_by, m.kind, m.made_at, m.reason,
         array(select distinct w.word from regexp_split_to_table(lower(m.reason), '[^[:alnum:]]+') w(word)
                where w.word <> '' and (
                  exists (select 1 from contacts c
                           where c.organization_id = m.organization_id and c.last_name_key = w.word)
                  or exists (select 1 from contacts c
                              where c.organization_id = m.organization_id and c.first_name_key = w.word)
                  or w.word in (
                    select own.word from contacts c,
                           regexp_split_to_table(
                             lower(concat_ws(' ', c.first_name, c.last_name, c.last_name_key, c.email, c.address, c.city)),
                             '[^[:alnum:]]+') own(word)
                     where c.organization_id = m.organization_id and c.id = m.contact_id)))
    from made m
$$;

-- Credits that an organization used since a moment, for the operator.
create or replace function operator_credits_used(organization uuid, since timestamptz) returns bigint
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select -coalesce(sum(amount), 0)::bigint from credit_ledger
   where organization_id = organization and operation in ('enrich', 'refund') and created_at >= since
$$;

-- Opt-outs in force in the other offices of this organization's brokerage, if it shares them: which of the keys are blocked
-- on which channels, and since when. It doesn't say where. What this organization lifted later stays lifted here.
create or replace function brokerage_opt_outs(sought bytea[])
  returns table (key bytea, channel text, created_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.key, o.channel, max(o.created_at)
    from channel_opt_outs o
   where o.organization_id in (
           select other.id from organizations mine
             join brokerages b on b.id = mine.brokerage_id and b.shares_do_not_contact
             join organizations other on other.brokerage_id = b.id and other.id <> mine.id
            where mine.id = nullif(current_setting('app.org_id', true), '')::uuid)
     and o.key = any (sought) and o.lifted_at is null
     and not exists (
       select 1 from channel_opt_outs own
        where own.organization_id = nullif(current_setting('app.org_id', true), '')::uuid and own.key = o.key
          and own.channel = o.channel and own.lifted_at > o.created_at)
   group by o.key, o.channel
$$;
