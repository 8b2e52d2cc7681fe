import type { Dashboard } from '#contract/analytics/dashboards.ts'
import { isUniqueViolation, type TenantTx } from '#server/platform/db/database.ts'

/** True if a change failed because the member already uses the name. */
export const isNameTaken = isUniqueViolation

const COLUMNS = `id, name, view, query, is_shared, coalesce(created_by = $2, false) as is_own, created_at`

/** Dashboards of a user and shared ones, by name. */
export function listDashboards(tx: TenantTx, userId: string): Promise<Dashboard[]> {
  return tx.rows(
    `select ${COLUMNS} from analytics_dashboards
      where organization_id = $1 and (created_by = $2 or is_shared) order by lower(name), id`,
    [tx.organizationId, userId],
  )
}

type DashboardInput = Pick<Dashboard, 'name' | 'view' | 'query' | 'isShared'>

/** @returns undefined when the name is taken */
export function insertDashboard(
  tx: TenantTx,
  userId: string,
  id: string,
  { name, view, query, isShared }: DashboardInput,
): Promise<Dashboard | undefined> {
  return tx.row(
    `insert into analytics_dashboards (organization_id, id, created_by, name, view, query, is_shared)
     values ($1, $3, $2, $4, $5, $6, $7) on conflict (organization_id, created_by, name) do nothing returning ${COLUMNS}`,
    [tx.organizationId, userId, id, name, view, query, isShared],
  )
}

/** @returns undefined if the user has no such dashboard */
export function updateDashboard(
  tx: TenantTx,
  userId: string,
  id: string,
  { name, view, query, isShared }: Partial<DashboardInput>,
): Promise<Dashboard | undefined> {
  return tx.row(
    `update analytics_dashboards set name = coalesce($4, name), view = coalesce($5, view), query = coalesce($6, query),
            is_shared = coalesce($7, is_shared)
      where organization_id = $1 and created_by = $2 and id = $3 returning ${COLUMNS}`,
    [tx.organizationId, userId, id, name, view, query, isShared],
  )
}

export function deleteDashboard(tx: TenantTx, userId: string, id: string): Promise<boolean> {
  return tx.changed(
    'delete from analytics_dashboards where organization_id = $1 and created_by = $2 and id = $3',
    [tx.organizationId, userId, id],
  )
}

/** Removes what only a leaving member saw; shared dashboards stay. */
export async function deletePrivateDashboards(tx: TenantTx, userId: string): Promise<void> {
  await tx.run(
    'delete from analytics_dashboards where organization_id = $1 and created_by = $2 and not is_shared',
    [tx.organizationId, userId],
  )
}
