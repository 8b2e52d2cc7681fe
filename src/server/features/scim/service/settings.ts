import type { ProvisioningChanges, ProvisioningSettings } from '#contract/provisioning.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, requireUserId } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { digest, newSecret } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as groups from '../store/groups.ts'
import * as store from '../store/settings.ts'
import { applyGroupRoles, type RoleFeatures } from './group-roles.ts'

const TOKEN_PREFIX = 'nf_scim_'

type Deps = Pick<Platform, 'db'> & {
  features: RoleFeatures
  baseUrl: string
  lockTeam(tx: TenantTx): Promise<void>
}

/** Provisioning as owners set it up. */
export function createSettings({ db, features, baseUrl, lockTeam }: Deps) {
  const read = async (tx: TenantTx): Promise<ProvisioningSettings> => ({
    url: baseUrl,
    token: (await store.findTokenStatus(tx)) ?? null,
    defaultAccess: await store.findDefaultAccess(tx),
    groups: await store.listGroups(tx),
  })

  return {
    settings: (context: Context): Promise<ProvisioningSettings> => db.read(context.organizationId, read),

    /** Creates a token, which replaces an earlier one. @returns the token, which isn't stored */
    async createToken(context: Context): Promise<{ token: string }> {
      const token = `${TOKEN_PREFIX}${newSecret()}`
      await db.tenant(context.organizationId, async (tx) => {
        const isRotation = await store.saveToken(tx, digest(token), requireUserId(context))
        const action = isRotation ? 'provisioning.token-rotated' : 'provisioning.token-created'
        await audit(tx, { ...context, action, subject: context.organizationId })
      })
      return { token }
    },

    /** @throws {AppError} not_found */
    async revokeToken(context: Context): Promise<void> {
      await db.tenant(context.organizationId, async (tx) => {
        if (!(await store.deleteToken(tx))) throw notFound('Token')
        await audit(tx, { ...context, action: 'provisioning.token-revoked', subject: context.organizationId })
      })
    },

    /** Changes what groups give; their members get it at once. @throws {AppError} not_found */
    async changeSettings(context: Context, changes: ProvisioningChanges): Promise<ProvisioningSettings> {
      return db.tenant(context.organizationId, async (tx) => {
        await lockTeam(tx)
        const { defaultAccess } = changes
        if (defaultAccess && defaultAccess !== (await store.findDefaultAccess(tx))) {
          await store.setDefaultAccess(tx, defaultAccess)
          await audit(tx, { ...context, action: 'provisioning.default-changed', details: { defaultAccess } })
        }
        for (const { id, role, access } of changes.groups ?? []) {
          const groupId = id.toLowerCase()
          if (!(await groups.findGroup(tx, groupId))) throw notFound('Group')
          const gives = { role, access: role && access }
          if (!(await store.setGroupRole(tx, groupId, gives))) continue
          await audit(tx, {
            ...context,
            action: 'provisioning.group-role-changed',
            subject: groupId,
            details: gives,
          })
          const members = await groups.listMembers(tx, [groupId])
          const ids = members.map(({ value }) => value)
          await applyGroupRoles(tx, context, features, ids, { keepsRole: false })
        }
        return read(tx)
      })
    },
  }
}
