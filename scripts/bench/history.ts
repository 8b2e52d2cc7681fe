// Two years in the life of an organization, written straight into its tables: activities, signals, scores, credits and deals.
import type pg from 'pg'
import { dropIndexes } from './fill.ts'

const ACTIVITIES_PER_CONTACT = 10
const MEMBER_COUNT = 20
const TABLES = ['activities', 'score_history', 'credit_ledger', 'score_snapshots', 'pipeline_values']

/** Adds a history to each contact: `ACTIVITIES_PER_CONTACT` activities of the last year, and about two contacts in five with a score. */
export async function addHistory(owner: pg.Client, organizationId: string): Promise<void> {
  // Indexes are made at the end, and foreign keys hold by construction.
  await owner.query(`set session_replication_role = replica`)
  await owner.query('select setseed(0.5)')
  const indexes = await dropIndexes(owner, TABLES)
  for (const statement of STATEMENTS) await owner.query(statement, [organizationId])
  await owner.query(`set maintenance_work_mem = '512MB'`)
  for (const definition of indexes) await owner.query(definition)
  await owner.query('reset session_replication_role; reset maintenance_work_mem')
  await owner.query('vacuum analyze')
}

const MEMBERS = `(select array_agg(user_id order by user_id) from memberships where organization_id = $1)`

const STATEMENTS = [
  `with added as (
     insert into users (email, first_name, last_name, organization_id)
     select 'bench-history-' || n || '@example.com', 'Member', n::text, $1::uuid from generate_series(1, ${MEMBER_COUNT}) n returning id)
   insert into memberships (user_id, organization_id, role) select id, $1::uuid, 'MEMBER' from added`,
  `update signals set detected_at = now() - random() * interval '365 days' where organization_id = $1`,
  // Mostly calls and messages; one of 160 is a meeting or a showing.
  `insert into activities (organization_id, id, contact_id, type, outcome, at, recorded_by)
   select $1, uuidv7(), c.id,
          case when r < 0.006 then (array['meeting', 'showing'])[1 + (r * 10000)::int % 2]
               else (array['call', 'call', 'call', 'text', 'text', 'email', 'email', 'letter', 'note'])[1 + (r * 9000)::int % 9] end,
          case when s < 0.2 then 'reached' when s < 0.4 then 'no_answer' when s < 0.5 then 'left_message'
               when s < 0.503 then 'appointment' end,
          now() - t * interval '365 days', m.ids[1 + floor(u * cardinality(m.ids))::int]
     from contacts c
     cross join (select ${MEMBERS} as ids) m
     cross join lateral (select random() as r, random() as s, random() as t, random() as u
                           from generate_series(1, ${ACTIVITIES_PER_CONTACT}) g where c.id is not null) a
    where c.organization_id = $1`,
  `insert into score_history (organization_id, id, contact_id, score, chance, lift, points, cause, model_version, recorded_at, previous_score)
   select $1, uuidv7(), c.id, (c.nine_d_score + n * 7) % 100, 0.1, 1, '[]', 'bench', '1', now() - random() * interval '365 days',
          case when n > 1 then (c.nine_d_score + n * 11) % 100 end
     from contacts c cross join generate_series(1, 2) n where c.organization_id = $1 and c.nine_d_score is not null`,
  `insert into credit_ledger (organization_id, id, contact_id, amount, operation, idempotency_key, created_at)
   select $1, uuidv7(), c.id, -1, 'enrich', 'bench ' || c.id, now() - random() * interval '365 days'
     from contacts c where c.organization_id = $1 and c.enriched_at is not null`,
  `insert into score_snapshots (organization_id, contact_id, month, snapshot_on, score, chance, model_version)
   select $1, c.id, m.month, m.month, c.nine_d_score, c.move_chance, '1'
     from contacts c cross join (select (date_trunc('month', now()) - n * interval '1 month')::date as month from generate_series(1, 3) n) m
    where c.organization_id = $1 and c.nine_d_score is not null on conflict do nothing`,
  `insert into score_snapshot_runs (organization_id, month, finished_at)
   select distinct $1::uuid, month, now() from score_snapshots where organization_id = $1 on conflict do nothing`,
  // One contact in fifty signs, and half of them close.
  `insert into agreement_stages (organization_id, contact_id, side, broker, status, at, recorded_by)
   select $1, c.id, 'seller', 'own', s.status, now() - random() * interval '300 days', ${MEMBERS}[1]
     from contacts c cross join (values ('active', 50), ('closed', 100)) s(status, one_in)
    where c.organization_id = $1 and abs(hashtext(c.id::text)) % s.one_in = 0`,
  `insert into pipeline_values (organization_id, contact_id, side, price_cents, fee_percent)
   select distinct $1::uuid, s.contact_id, 'seller', 40000000 + abs(hashtext(s.contact_id::text)) % 40000000, 2.5
     from agreement_stages s where s.organization_id = $1`,
]
