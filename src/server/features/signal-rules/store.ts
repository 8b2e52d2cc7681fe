import type { SignalRule, SignalRuleRun, SignalRuleVersion } from '#contract/signal-rules.ts'
import { selectByKeys } from '#server/platform/db/by-key.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import { NOT_SUSPENDED } from '#server/platform/db/suspension.ts'

const VERSION_COLUMNS = `v.version, v.name, v.condition, v.category, v.subtype, v.date_from,
  v.confidence::float8 as confidence, v.traits, v.reason, v.changed_by, v.changed_at`

const RULES = `select r.id, r.is_on, ${VERSION_COLUMNS} from signal_rules r
  join signal_rule_versions v on v.organization_id = r.organization_id and v.rule_id = r.id and v.version = r.version
  where r.organization_id = $1`

export function listRules(tx: TenantTx): Promise<SignalRule[]> {
  return tx.rows<SignalRule>(
    `${RULES} order by lower(v.name), r.id`,
    [tx.organizationId],
    'list-signal-rules',
  )
}

/** The rules that are on. None changes until the transaction ends, so that no signal of an older version is stored. */
export function holdActiveRules(tx: TenantTx): Promise<SignalRule[]> {
  return tx.rows<SignalRule>(
    `${RULES} and r.is_on order by r.id for share of r`,
    [tx.organizationId],
    'hold-signal-rules',
  )
}

/** A rule, locked until the transaction ends. */
export function lockRule(tx: TenantTx, id: string): Promise<SignalRule | undefined> {
  return tx.row<SignalRule>(`${RULES} and r.id = $2 for update of r`, [tx.organizationId, id])
}

/** Lets one transaction at a time add a rule. @returns the number of rules */
export async function lockRuleCount(tx: TenantTx): Promise<number> {
  await tx.row(`select pg_advisory_xact_lock(hashtext('signal-rules'), hashtext($1))`, [tx.organizationId])
  const { count } = await tx.one<{ count: number }>(
    'select count(*)::int as count from signal_rules where organization_id = $1',
    [tx.organizationId],
  )
  return count
}

export async function insertRule(tx: TenantTx, id: string): Promise<void> {
  await tx.run('insert into signal_rules (organization_id, id, version) values ($1, $2, 1)', [
    tx.organizationId,
    id,
  ])
}

export async function insertVersion(
  tx: TenantTx,
  ruleId: string,
  version: Omit<SignalRuleVersion, 'changedAt'>,
): Promise<void> {
  const { name, condition, category, subtype, dateFrom, confidence, traits, reason, changedBy } = version
  await tx.run(
    `insert into signal_rule_versions (organization_id, rule_id, version, name, condition, category, subtype, date_from,
       confidence, traits, reason, changed_by) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[tx.organizationId, ruleId, version.version, name, condition, category, subtype, dateFrom],
      ...[confidence, traits, reason, changedBy],
    ],
  )
  await tx.run('update signal_rules set version = $3 where organization_id = $1 and id = $2', [
    tx.organizationId,
    ruleId,
    version.version,
  ])
}

export function listVersions(tx: TenantTx, ruleId: string): Promise<SignalRuleVersion[]> {
  return tx.rows<SignalRuleVersion>(
    `select ${VERSION_COLUMNS} from signal_rule_versions v where v.organization_id = $1 and v.rule_id = $2
      order by v.version desc`,
    [tx.organizationId, ruleId],
  )
}

export async function setOn(tx: TenantTx, id: string, isOn: boolean): Promise<void> {
  await tx.run('update signal_rules set is_on = $3 where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
    isOn,
  ])
}

export function deleteRule(tx: TenantTx, id: string): Promise<boolean> {
  return tx.changed('delete from signal_rules where organization_id = $1 and id = $2', [
    tx.organizationId,
    id,
  ])
}

/** Asks for a check of every contact that has a signal of the rule. */
export async function requestWithdrawal(tx: TenantTx, ruleId: string): Promise<void> {
  await tx.run(
    `insert into signal_rule_checks (organization_id, contact_id)
     select $1, found.id from (
       select s.contact_id as id from signals s
        where s.organization_id = $1 and s.evidence_key like 'rule:' || $2 || ':%'
       union select c.id from contacts c where c.organization_id = $1 and c.rank_signals is not null
         and c.rank_signals @> jsonb_build_array(jsonb_build_object('ruleId', $2::text))) found
      order by found.id on conflict do nothing`,
    [tx.organizationId, ruleId],
  )
}

/** Takes contacts that wait for a check out of the queue. */
export function takeChecks(tx: TenantTx, limit: number): Promise<string[]> {
  return tx.column(
    `delete from signal_rule_checks where organization_id = $1 and contact_id = any (array(
       select k.contact_id from signal_rule_checks k where k.organization_id = $1 and ${NOT_SUSPENDED}
        order by k.contact_id limit $2 for update skip locked))
     returning contact_id`,
    [tx.organizationId, limit],
    'take-signal-rule-checks',
  )
}

export type RuleContactRow = {
  id: string
  name: string
  source: string | null
  createdOn: string
  enrichedOn: string | null
  relationship: string | null
  lastConversationOn: string | null
  lastClosingOn: string | null
  tags: string[]
}

/** Values that rules see besides the fields, homes and signals of contacts. */
export function listRuleContacts(tx: TenantTx, ids: readonly string[]): Promise<RuleContactRow[]> {
  return tx.rows<RuleContactRow>(
    `select c.id, c.first_name || ' ' || c.last_name as name, c.details #>> '{history,source}' as source,
            to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD') as created_on,
            to_char(c.enriched_at at time zone 'UTC', 'YYYY-MM-DD') as enriched_on, c.relationship,
            to_char(c.last_conversation_at at time zone 'UTC', 'YYYY-MM-DD') as last_conversation_on,
            c.closed_on::text as last_closing_on,
            array(select t.name from contact_tags g join tags t on t.organization_id = g.organization_id and t.id = g.tag_id
                   where g.organization_id = $1 and g.contact_id = c.id order by t.name_key) as tags
       from ${selectByKeys({ table: 'contacts', keys: '$2', as: 'c' }, '*')}`,
    [tx.organizationId, ids],
    'list-rule-contacts',
  )
}

/** Ids behind another one, in order. */
export function listIdsAfter(tx: TenantTx, afterId: string | null, limit: number): Promise<string[]> {
  return tx.column(
    `select id from contacts where organization_id = $1 and ($2::uuid is null or id > $2) order by id limit $3`,
    [tx.organizationId, afterId, limit],
    'list-contacts-for-rules',
  )
}

/** Ids before another one, newest first. */
export function listIdsBefore(tx: TenantTx, beforeId: string | null, limit: number): Promise<string[]> {
  return tx.column(
    `select id from contacts where organization_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [tx.organizationId, beforeId, limit],
  )
}

export async function countContacts(tx: TenantTx): Promise<number> {
  const { contacts } = await tx.one<{ contacts: number }>(
    'select contacts from organization_counters where organization_id = $1',
    [tx.organizationId],
  )
  return contacts
}

export type RunRow = SignalRuleRun & { afterId: string | null }

const RUN_COLUMNS =
  'day::text as day, finished_at is not null as is_finished, checked, missing, failed, after_id'

export function findRun(tx: TenantTx): Promise<RunRow | undefined> {
  return tx.row<RunRow>(`select ${RUN_COLUMNS} from signal_rule_runs where organization_id = $1`, [
    tx.organizationId,
  ])
}

/** Starts the run over all contacts, or starts it again. */
export async function startRun(tx: TenantTx, day: string): Promise<void> {
  await tx.run(
    `insert into signal_rule_runs (organization_id, day) values ($1, $2)
     on conflict (organization_id) do update
        set day = excluded.day, after_id = null, checked = 0, missing = 0, failed = 0, finished_at = null`,
    [tx.organizationId, day],
  )
}

/** The unfinished run, locked until the transaction ends. */
export function lockRun(tx: TenantTx): Promise<RunRow | undefined> {
  return tx.row<RunRow>(
    `select ${RUN_COLUMNS} from signal_rule_runs
      where organization_id = $1 and finished_at is null and ${NOT_SUSPENDED} for update`,
    [tx.organizationId],
    'lock-signal-rule-run',
  )
}

/** Stores the progress of the run; without `afterId` it is over. */
export async function advanceRun(
  tx: TenantTx,
  progress: { afterId: string | null; checked: number; missing: number; failed: number },
): Promise<void> {
  await tx.run(
    `update signal_rule_runs set after_id = coalesce($2, after_id), checked = checked + $3, missing = missing + $4,
            failed = failed + $5, finished_at = case when $2::uuid is null then clock_timestamp() end
      where organization_id = $1`,
    [tx.organizationId, progress.afterId, progress.checked, progress.missing, progress.failed],
    'move-signal-rule-run',
  )
}

export function listOrganizationsWithChecks(db: Query): Promise<string[]> {
  return db.column('select id from organizations_with_signal_rule_checks() as id')
}

export function listOrganizationsWithRuns(db: Query, day: string): Promise<string[]> {
  return db.column('select id from organizations_with_signal_rule_runs($1) as id', [day])
}
