import type { LogEntry, QueueStats } from '#contract/admin.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { TimedRow, TimeRange } from '#server/platform/page.ts'

const UUID_PATTERN = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Audit log entries of the transaction's organization (nil id: the platform) whose action starts with `action`. */
export function listLog(tx: TenantTx, page: TimeRange & { action: string }): Promise<TimedRow<LogEntry>[]> {
  return tx.rows(
    `select l.id, l.created_at as at, l.actor, u.email as actor_email, l.action, l.subject, o.name as organization_name,
            l.details, l.created_at::text as exact_at
       from (select * from audit_log
              where organization_id = $1 and ($2 = '' or starts_with(action, $2))
                and ($3::timestamptz is null or (created_at, id) < ($3, $4::uuid))
              order by created_at desc, id desc limit $5) l
       left join users u on u.id = case when l.actor ~ '^user:${UUID_PATTERN}$' then substr(l.actor, 6)::uuid end
       left join organizations o on o.id = case when l.subject ~ '^${UUID_PATTERN}$' then l.subject::uuid end
      order by l.created_at desc, l.id desc`,
    [tx.organizationId, page.action, page.after?.at ?? null, page.after?.id ?? null, page.limit],
  )
}

/** Operator actions in the transaction's organization; a partial index serves this query. */
export function listOperatorActions(tx: TenantTx, page: TimeRange): Promise<TimedRow<LogEntry>[]> {
  return tx.rows(
    `select l.id, l.created_at as at, l.actor, u.email as actor_email, l.action, l.subject, null as organization_name,
            l.details, l.created_at::text as exact_at
       from audit_log l
       left join users u on u.id = case when l.actor ~ '^user:${UUID_PATTERN}$' then substr(l.actor, 6)::uuid end
      where l.organization_id = $1 and l.action like 'operator.%'
        and ($2::timestamptz is null or (l.created_at, l.id) < ($2, $3::uuid))
      order by l.created_at desc, l.id desc limit $4`,
    [tx.organizationId, page.after?.at ?? null, page.after?.id ?? null, page.limit],
  )
}

export function listQueueStats(db: Query): Promise<QueueStats[]> {
  return db.rows<QueueStats>('select job, waiting, running, failed, waiting_since from queue_figures()')
}

const ALARMS_SHOWN = 30

export function listAlarms(db: Query): Promise<{ day: string; broken: number }[]> {
  return db.rows(`select day, broken from money_alarms order by day desc limit ${ALARMS_SHOWN}`)
}
