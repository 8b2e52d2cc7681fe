import { parseScimFilter } from '#domain/provisioning/scim-filter.ts'
import { type JsonObject, ScimInputError } from '#domain/provisioning/scim-input.ts'
import { type AttributeChange, changesOfBody, changesOfPatch } from '#domain/provisioning/scim-patch.ts'
import {
  changeUser,
  completeUser,
  EMPTY_USER,
  type ProvisionedUser,
  type UserDraft,
} from '#domain/provisioning/scim-user.ts'
import type { DomainsService } from '#server/features/domains/service.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import * as store from '../store/users.ts'
import type { Admission } from './admission.ts'
import { requireMatch } from './preconditions.ts'
import {
  isActive,
  listResponse,
  type Projection,
  parsePage,
  project,
  type Resource,
  userResource,
} from './representation.ts'
import { notUnique, ScimError } from './scim-error.ts'

const EMAIL_FIXED =
  "The email address of an account can't be changed. Delete this user, and create one with the new address."

type Deps = Pick<Platform, 'db'> & {
  admission: Admission
  domains: Pick<DomainsService, 'findProven'>
  baseUrl: string
  /** Runs a change after locking the team and adding members who joined in another way. */
  change<T>(context: Context, work: (tx: TenantTx) => Promise<T>): Promise<T>
  /** Sends an invitation whose transaction has committed. */
  sendInvitation(context: Context, id: string | null): Promise<void>
}

/** People as the identity provider sees them. */
export function createUsers({ db, admission, domains, baseUrl, change, sendInvitation }: Deps) {
  async function requireUser(tx: TenantTx, id: string): Promise<store.UserRow> {
    const row = await store.findUser(tx, id)
    if (!row) throw new ScimError(404, 'There is no user with this id')
    return row
  }

  async function isProven(tx: TenantTx, email: string): Promise<boolean> {
    return (await domains.findProven('email', domainOf(email), tx)) === tx.organizationId
  }

  async function requireUnique(tx: TenantTx, user: ProvisionedUser, exceptId: string | null): Promise<void> {
    if (await store.isTaken(tx, user, exceptId))
      throw notUnique('Another user of this organization has this userName or email address')
  }

  /** Stores what is wanted of an existing user. @returns the id of an invitation to send */
  async function update(
    tx: TenantTx,
    context: Context,
    row: store.UserRow,
    user: ProvisionedUser,
  ): Promise<string | null> {
    await requireUnique(tx, user, row.id)
    const isNewAddress = user.email !== row.email
    if (isNewAddress && row.userId) throw new ScimInputError('mutability', EMAIL_FIXED)
    const wantsActive = user.active ?? isActive(row)
    if (isActive(row) && (!wantsActive || isNewAddress)) await admission.withdraw(tx, context, row)
    await store.updateUser(tx, row.id, user)
    let updated = await requireUser(tx, row.id)
    let invitation: string | null = null
    if (wantsActive && !isActive(updated)) {
      invitation = await admission.admit(tx, context, updated, await isProven(tx, user.email))
      updated = await requireUser(tx, row.id)
    }
    await nameAccount(tx, updated)
    return invitation
  }

  async function nameAccount(tx: TenantTx, row: store.UserRow): Promise<void> {
    if (row.userId && row.role && (await isProven(tx, row.email))) await admission.followNames(tx, row)
  }

  /** Changes a user. @throws {ScimError} 404, 409, 412 @throws {ScimInputError} @throws {AppError} */
  async function edit(
    context: Context,
    id: string,
    ifMatch: string | undefined,
    edited: (row: store.UserRow) => ProvisionedUser,
  ): Promise<Resource> {
    const { row, invitation } = await change(context, async (tx) => {
      const current = await requireUser(tx, id)
      requireMatch(ifMatch, userResource(current, baseUrl))
      const invitation = await update(tx, context, current, edited(current))
      return { row: await requireUser(tx, id), invitation }
    })
    await sendInvitation(context, invitation)
    return userResource(row, baseUrl)
  }

  return {
    /** @throws {ScimInputError} @throws {ScimSyntaxError} */
    async list(context: Context, query: ListQuery, projection: Projection): Promise<JsonObject> {
      const filter = query.filter === undefined ? null : parseScimFilter(String(query.filter))
      const { startIndex, count } = parsePage(query)
      const { total, rows } = await db.read(context.organizationId, (tx) =>
        store.listUsers(tx, { filter, offset: startIndex - 1, limit: count }),
      )
      const resources = rows.map((row) => project(userResource(row, baseUrl), projection))
      return listResponse(resources, { total, startIndex })
    },

    /** @throws {ScimError} 404 */
    read: async (context: Context, id: string): Promise<Resource> =>
      userResource(await db.read(context.organizationId, (tx) => requireUser(tx, id)), baseUrl),

    /** @throws {ScimError} 409 for a name or address that another user has @throws {ScimInputError} @throws {AppError} */
    async create(context: Context, body: unknown): Promise<Resource> {
      const user = completeUser(changeUser(EMPTY_USER, changesOfBody(body)))
      const { row, invitation } = await change(context, async (tx) => {
        await requireUnique(tx, user, null)
        if ((await store.countUsers(tx)) >= limits.MAX_USERS)
          throw new ScimError(409, `An organization can have up to ${limits.MAX_USERS} users`)
        const id = await store.insertUser(tx, user)
        await audit(tx, { ...context, action: 'provisioning.user-created', subject: id })
        const created = await requireUser(tx, id)
        const invitation =
          user.active === false || isActive(created)
            ? null
            : await admission.admit(tx, context, created, await isProven(tx, user.email))
        const row = await requireUser(tx, id)
        await nameAccount(tx, row)
        return { row, invitation }
      })
      await sendInvitation(context, invitation)
      return userResource(row, baseUrl)
    },

    replace(context: Context, id: string, body: unknown, ifMatch: string | undefined): Promise<Resource> {
      const user = completeUser(changeUser(EMPTY_USER, changesOfBody(body)))
      return edit(context, id, ifMatch, () => user)
    },

    patch(context: Context, id: string, body: unknown, ifMatch: string | undefined): Promise<Resource> {
      const changes = changesOfPatch(body)
      return edit(context, id, ifMatch, (row) => completeUser(changeUser(draftOf(row, changes), changes)))
    },

    /** Ends the membership and forgets the user. @throws {ScimError} 404, 412 @throws {AppError} conflict */
    async remove(context: Context, id: string, ifMatch: string | undefined): Promise<void> {
      await change(context, async (tx) => {
        const row = await requireUser(tx, id)
        requireMatch(ifMatch, userResource(row, baseUrl))
        await admission.withdraw(tx, context, row)
        await store.deleteUser(tx, id)
        await audit(tx, { ...context, action: 'provisioning.user-deleted', subject: id })
      })
    },
  }
}

/** Query parameters of a list, as they arrive. */
export type ListQuery = Partial<
  Record<'filter' | 'startIndex' | 'count' | 'attributes' | 'excludedAttributes', unknown>
>

/**
 * The draft that a PATCH changes. A new user name brings the address along if it was the address and none is sent.
 */
function draftOf(row: store.UserRow, changes: readonly AttributeChange[]): UserDraft {
  const { userName, externalId, displayName, givenName, familyName, email } = row
  const namesEmail = changes.some(({ path }) => path.attribute === 'emails')
  const followsName = !namesEmail && row.userId === null && userName.toLowerCase() === email
  return {
    ...{ userName, externalId, displayName, givenName, familyName, active: null },
    emails: followsName ? [] : [{ value: email, type: 'work', primary: true }],
  }
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}
