import type { ListedTask, Task, TaskView } from '#contract/tasks.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'

export const TASK = `id, contact_id, playbook_id, assigned_to, title, description, due_date, completed_at, status, metadata,
  created_at, updated_at`

/** The tasks of a contact: open ones first, by due date. */
export function listForContact(tx: TenantTx, contactId: string): Promise<Task[]> {
  return tx.rows<Task>(
    `select ${TASK} from tasks where organization_id = $1 and contact_id = $2
      order by (status = 'completed'), due_date nulls last, created_at, id`,
    [tx.organizationId, contactId],
    'tasks-of-contact',
  )
}

/** A place in a view: microseconds since 1970 of what it is sorted by, null for a task without a date. */
export type Place = { sortedBy: number | null; id: string }

/** Who looks, and when; each view takes from it what it needs. */
export type Viewer = { view: TaskView; userId: string | null; now: Date }

const OPEN = `status <> 'completed'`
/** `$2` is the viewer, `$3` the time. */
const VIEWS: Record<TaskView, string> = {
  mine: `${OPEN} and assigned_to = $2`,
  overdue: `${OPEN} and due_date < $3`,
  week: `${OPEN} and due_date >= $3 and due_date < $3 + interval '7 days'`,
  open: OPEN,
  done: `status = 'completed'`,
}
/** Names the parameters that a view leaves unused, so that their types are known. */
const GIVEN = 'organization_id = $1 and ($2::uuid is null or true) and ($3::timestamptz is null or true)'

/** A page of a view: by due date, those without one last; completed ones by completion, newest first. */
export function listTasks(
  tx: TenantTx,
  { view, userId, now }: Viewer,
  page: { after: Place | null; limit: number },
): Promise<(ListedTask & Place)[]> {
  const values: unknown[] = [tx.organizationId, userId, now.toISOString(), page.limit]
  const done = view === 'done'
  const key = done ? 'completed_at' : `coalesce(due_date, 'infinity')`
  let where = `${GIVEN} and ${VIEWS[view]}`
  if (page.after) {
    values.push(page.after.sortedBy, page.after.id)
    where += ` and (${key}, id) ${done ? '<' : '>'} (coalesce(timestamptz 'epoch' + $5::bigint * interval '1 microsecond', 'infinity'), $6)`
  }
  const order = done ? `${key} desc, id desc` : `${key}, id`
  return tx.rows<ListedTask & Place>(
    `with page as materialized (select * from tasks where ${where} order by ${order} limit $4)
     select ${TASK}, (select first_name || ' ' || last_name from contacts
                       where organization_id = $1 and id = page.contact_id) as contact_name,
            (extract(epoch from ${done ? 'completed_at' : 'due_date'}) * 1000000)::bigint as sorted_by
       from page order by ${order}`,
    values,
    `list-tasks-${view}${page.after ? '-after' : ''}`,
  )
}

/** How many tasks each view holds. */
export async function countTasks(
  tx: TenantTx,
  viewer: Omit<Viewer, 'view'>,
): Promise<Record<TaskView, number>> {
  const counts = Object.entries(VIEWS).map(([view, where]) => `count(*) filter (where ${where}) as ${view}`)
  const row = await tx.row<Record<TaskView, number>>(
    `select ${counts.join(', ')} from tasks where ${GIVEN}`,
    [tx.organizationId, viewer.userId, viewer.now.toISOString()],
    'count-tasks',
  )
  return row ?? { mine: 0, overdue: 0, week: 0, open: 0, done: 0 }
}

export type DueTask = Pick<ListedTask, 'id' | 'contactId' | 'assignedTo' | 'title' | 'contactName'>

/** Open tasks whose date lies in (after, until], by id. */
export function listDue(
  tx: TenantTx,
  range: { after: Date; until: Date; lastId: string | null; limit: number },
): Promise<DueTask[]> {
  return tx.rows<DueTask>(
    `select t.id, t.contact_id, t.assigned_to, t.title, c.first_name || ' ' || c.last_name as contact_name
       from tasks t join contacts c on c.organization_id = t.organization_id and c.id = t.contact_id
      where t.organization_id = $1 and t.status <> 'completed' and t.due_date > $2 and t.due_date <= $3
        and ($4::uuid is null or t.id > $4) order by t.id limit $5`,
    [tx.organizationId, range.after.toISOString(), range.until.toISOString(), range.lastId, range.limit],
  )
}

/** Organizations with such tasks; ids only. */
export async function organizationsWithDue(db: Query, after: Date, until: Date): Promise<OrganizationId[]> {
  const rows = await db.rows<{ id: OrganizationId }>(
    'select id from organizations_with_tasks_due($1, $2) as id',
    [after.toISOString(), until.toISOString()],
  )
  return rows.map(({ id }) => id)
}
