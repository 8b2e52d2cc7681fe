import type { DomainsService } from '#server/features/domains/service.ts'
import type { InvitationsService } from '#server/features/invitations/service.ts'
import type { MembersService } from '#server/features/members/service.ts'
import { type Context, systemContext } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError } from '#server/platform/errors.ts'
import type { RequestSite } from '#server/platform/http/hosts.ts'
import { digest } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import { type AdmissionFeatures, createAdmission } from './service/admission.ts'
import { applyGroupRoles } from './service/group-roles.ts'
import { createGroups } from './service/groups.ts'
import { createSettings } from './service/settings.ts'
import { createUsers } from './service/users.ts'
import { findToken, updateLastUse } from './store/settings.ts'
import * as users from './store/users.ts'

const TOKEN_PATTERN = /^Bearer +(nf_scim_[\w-]{43})$/i
const JOB = 'provisioning'

type Features = AdmissionFeatures & {
  domains: Pick<DomainsService, 'findProven'>
  invitations: InvitationsService
  members: MembersService
}

/** Automatic provisioning: an identity provider adds, changes and removes members by SCIM 2.0. */
export function scimService(
  platform: Pick<Platform, 'db' | 'events' | 'clock' | 'appUrl'>,
  features: Features,
) {
  const { db, clock, appUrl } = platform
  const { domains, invitations, members } = features
  const baseUrl = `${appUrl}/scim/v2`
  const lockTeam = members.lockTeam

  /** Adds members who joined in another way. Part of a transaction that has locked the team. */
  async function sync(tx: TenantTx, context: Context): Promise<void> {
    const joined = await users.syncMembers(tx)
    await applyGroupRoles(tx, context, features, joined, { keepsRole: true })
  }

  function change<T>(context: Context, work: (tx: TenantTx) => Promise<T>): Promise<T> {
    return db.tenant(context.organizationId, async (tx) => {
      await lockTeam(tx)
      await sync(tx, context)
      return work(tx)
    })
  }

  async function sendInvitation({ organizationId }: Context, id: string | null): Promise<void> {
    if (id) await invitations.sendSoon(organizationId, id)
  }

  const admission = createAdmission(platform, features)

  return {
    baseUrl,
    users: createUsers({ db, admission, domains, baseUrl, change, sendInvitation }),
    groups: createGroups({ db, features, baseUrl, change }),
    ...createSettings({ db, features, baseUrl, lockTeam }),

    /**
     * The organization of a token in an `Authorization` header. On the domain of another organization the token is unknown.
     *
     * @throws {AppError} unauthenticated for an unknown or revoked token, suspended
     */
    async authenticate(
      header: string | undefined,
      { site, id: requestId }: { site: RequestSite; id: string },
    ): Promise<Context> {
      const token = TOKEN_PATTERN.exec(header ?? '')?.[1]
      const hash = token && digest(token)
      const owner = hash ? await findToken(db, hash) : undefined
      const isElsewhere = site.organizationId !== null && site.organizationId !== owner?.organizationId
      if (!hash || !owner || isElsewhere)
        throw new AppError(
          'unauthenticated',
          'Send the token of your organization: Authorization: Bearer nf_scim_…',
        )
      if (owner.isSuspended)
        throw new AppError('suspended', 'Your organization is suspended. Please contact support.')
      const organizationId = parseOrganizationId(owner.organizationId)
      const lastUse = owner.usedAt ? Date.parse(owner.usedAt) : 0
      if (clock.now().getTime() - lastUse > limits.LAST_USE_INTERVAL_MS)
        await db.tenant(organizationId, (tx) => updateLastUse(tx, hash))
      return { ...systemContext(organizationId, JOB), requestId }
    },

    /** Adds members who joined in another way, so that a read finds them. */
    async prepareRead(context: Context): Promise<void> {
      if (await db.read(context.organizationId, users.needsSync)) await change(context, async () => {})
    },

    /** Deletes a person who has no account yet, for a privacy request; part of the caller's transaction. */
    forgetAddress: users.deleteByAddress,
  }
}
export type ScimService = ReturnType<typeof scimService>
