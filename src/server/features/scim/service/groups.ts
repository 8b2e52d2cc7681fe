import { parseScimFilter } from '#domain/provisioning/scim-filter.ts'
import { changeGroup, type ScimGroupDraft } from '#domain/provisioning/scim-group.ts'
import { type JsonObject, ScimInputError } from '#domain/provisioning/scim-input.ts'
import { changesOfBody, changesOfPatch } from '#domain/provisioning/scim-patch.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import * as store from '../store/groups.ts'
import { applyGroupRoles, type RoleFeatures } from './group-roles.ts'
import { requireMatch } from './preconditions.ts'
import {
  groupResource,
  includes,
  listResponse,
  type Projection,
  parsePage,
  project,
  type Resource,
} from './representation.ts'
import { notUnique, ScimError } from './scim-error.ts'
import type { ListQuery } from './users.ts'

const UUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const EMPTY_GROUP: ScimGroupDraft = { displayName: null, externalId: null, members: new Set() }

type Deps = Pick<Platform, 'db'> & {
  features: RoleFeatures
  baseUrl: string
  /** Runs a change after locking the team and adding members who joined in another way. */
  change<T>(context: Context, work: (tx: TenantTx) => Promise<T>): Promise<T>
}

/** Groups of the identity provider, and the roles that follow from them. */
export function createGroups({ db, features, baseUrl, change }: Deps) {
  async function requireGroup(tx: TenantTx, id: string): Promise<store.GroupRow> {
    const row = await store.findGroup(tx, id)
    if (!row) throw new ScimError(404, 'There is no group with this id')
    return row
  }

  async function resourceOf(tx: TenantTx, row: store.GroupRow): Promise<Resource> {
    return groupResource(row, await store.listMembers(tx, [row.id]), baseUrl)
  }

  /** @throws {ScimInputError} invalidValue for ids that aren't users of the organization */
  async function requireUsers(tx: TenantTx, ids: readonly string[]): Promise<void> {
    const existing = new Set(
      await store.existingUsers(
        tx,
        ids.filter((id) => UUID_PATTERN.test(id)),
      ),
    )
    const unknown = ids.find((id) => !existing.has(id))
    if (unknown !== undefined)
      throw new ScimInputError('invalidValue', `There is no user with the id ${unknown}`)
  }

  /** Stores the members of a group, and gives them the roles that follow. */
  async function saveMembers(
    tx: TenantTx,
    context: Context,
    group: store.GroupRow,
    { before, after }: { before: ReadonlySet<string>; after: ReadonlySet<string> },
  ): Promise<void> {
    const added = [...after].filter((id) => !before.has(id))
    const removed = [...before].filter((id) => !after.has(id))
    if (added.length + removed.length === 0) return
    await requireUsers(tx, added)
    await store.changeMembers(tx, group.id, { added, removed })
    const details = { added: added.length, removed: removed.length }
    await audit(tx, { ...context, action: 'provisioning.group-changed', subject: group.id, details })
    if (group.role) await applyGroupRoles(tx, context, features, [...added, ...removed], { keepsRole: false })
  }

  /** Changes a group. @throws {ScimError} 404, 409, 412 @throws {ScimInputError} */
  function edit(
    context: Context,
    id: string,
    ifMatch: string | undefined,
    edited: (group: ScimGroupDraft) => ScimGroupDraft,
  ): Promise<Resource> {
    return change(context, async (tx) => {
      const row = await requireGroup(tx, id)
      const members = await store.listMembers(tx, [id])
      requireMatch(ifMatch, groupResource(row, members, baseUrl))
      const before = new Set(members.map(({ value }) => value))
      const group = edited({ ...row, members: before })
      const displayName = group.displayName ?? row.displayName
      if (displayName !== row.displayName) await requireUniqueName(tx, displayName, id)
      await saveMembers(tx, context, row, { before, after: group.members })
      await store.updateGroup(tx, id, { displayName, externalId: group.externalId })
      return resourceOf(tx, await requireGroup(tx, id))
    })
  }

  return {
    /** @throws {ScimInputError} @throws {ScimSyntaxError} */
    async list(context: Context, query: ListQuery, projection: Projection): Promise<JsonObject> {
      const filter = query.filter === undefined ? null : parseScimFilter(String(query.filter))
      const { startIndex, count } = parsePage(query)
      return db.read(context.organizationId, async (tx) => {
        const { total, rows } = await store.listGroups(tx, { filter, offset: startIndex - 1, limit: count })
        const ids = includes(projection, 'members') ? rows.map(({ id }) => id) : []
        const members = Map.groupBy(await store.listMembers(tx, ids), ({ groupId }) => groupId)
        const resources = rows.map((row) =>
          project(groupResource(row, members.get(row.id) ?? [], baseUrl), projection),
        )
        return listResponse(resources, { total, startIndex })
      })
    },

    /** @throws {ScimError} 404 */
    read: (context: Context, id: string): Promise<Resource> =>
      db.read(context.organizationId, async (tx) => resourceOf(tx, await requireGroup(tx, id))),

    /** @throws {ScimError} 409 for a name that another group has @throws {ScimInputError} */
    create(context: Context, body: unknown): Promise<Resource> {
      const group = changeGroup(EMPTY_GROUP, changesOfBody(body))
      return change(context, async (tx) => {
        const displayName = group.displayName ?? ''
        await requireUniqueName(tx, displayName, null)
        if ((await store.countGroups(tx)) >= limits.MAX_GROUPS)
          throw new ScimError(409, `An organization can have up to ${limits.MAX_GROUPS} groups`)
        const id = await store.insertGroup(tx, { displayName, externalId: group.externalId })
        await audit(tx, { ...context, action: 'provisioning.group-created', subject: id })
        const row = await requireGroup(tx, id)
        await saveMembers(tx, context, row, { before: new Set(), after: group.members })
        return resourceOf(tx, row)
      })
    },

    replace(context: Context, id: string, body: unknown, ifMatch: string | undefined): Promise<Resource> {
      const group = changeGroup(EMPTY_GROUP, changesOfBody(body))
      return edit(context, id, ifMatch, () => group)
    },

    patch(context: Context, id: string, body: unknown, ifMatch: string | undefined): Promise<Resource> {
      const changes = changesOfPatch(body)
      return edit(context, id, ifMatch, (group) => changeGroup(group, changes))
    },

    /** @throws {ScimError} 404, 412 */
    async remove(context: Context, id: string, ifMatch: string | undefined): Promise<void> {
      await change(context, async (tx) => {
        const row = await requireGroup(tx, id)
        const members = await store.listMembers(tx, [id])
        requireMatch(ifMatch, groupResource(row, members, baseUrl))
        await store.deleteGroup(tx, id)
        await audit(tx, { ...context, action: 'provisioning.group-deleted', subject: id })
        const ids = members.map(({ value }) => value)
        if (row.role) await applyGroupRoles(tx, context, features, ids, { keepsRole: false })
      })
    },
  }
}

async function requireUniqueName(tx: TenantTx, displayName: string, exceptId: string | null): Promise<void> {
  if (await store.isNameTaken(tx, displayName, exceptId))
    throw notUnique('Another group of this organization has this displayName')
}
