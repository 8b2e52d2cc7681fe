import type { View } from '#contract/views.ts'
import type { TenantTx } from '#server/platform/db/database.ts'

const VIEW_COLUMNS = 'id, name, search, signal, sort, do_not_contact, filter, columns, created_at'

/** Views of a user, by name. */
export function listViews(tx: TenantTx, userId: string): Promise<View[]> {
  return tx.rows<View>(
    `select ${VIEW_COLUMNS} from views where organization_id = $1 and user_id = $2 order by lower(name), id`,
    [tx.organizationId, userId],
  )
}

/** @returns undefined when the name is taken */
export function insertView(
  tx: TenantTx,
  userId: string,
  view: Omit<View, 'createdAt'>,
): Promise<View | undefined> {
  return tx.row<View>(
    `insert into views (organization_id, id, user_id, name, search, signal, sort, do_not_contact, filter, columns)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (organization_id, user_id, name) do nothing returning ${VIEW_COLUMNS}`,
    [
      ...[tx.organizationId, view.id, userId, view.name, view.search, view.signal, view.sort],
      ...[view.doNotContact, view.filter, view.columns && JSON.stringify(view.columns)],
    ],
  )
}

/** @returns the number of deleted views */
export function deleteViews(tx: TenantTx, userId: string): Promise<number> {
  return tx.run('delete from views where organization_id = $1 and user_id = $2', [tx.organizationId, userId])
}

export function deleteView(tx: TenantTx, userId: string, id: string): Promise<boolean> {
  return tx.changed('delete from views where organization_id = $1 and user_id = $2 and id = $3', [
    tx.organizationId,
    userId,
    id,
  ])
}
