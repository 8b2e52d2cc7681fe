import type { DomainsService } from '#server/features/domains/service.ts'
import { audit } from '#server/platform/audit.ts'
import { systemContext } from '#server/platform/context.ts'
import { parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { RequestSite } from '#server/platform/http/hosts.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sealOf } from './limits.ts'
import type { Features } from './service/admission.ts'
import { createFlow, isServedAt } from './service/flow.ts'
import { serviceMetadata } from './service/saml-metadata.ts'
import { createSettings } from './service/settings.ts'
import type { SignInPolicyService } from './service/sign-in-policy.ts'
import * as attempts from './store/attempts.ts'
import * as connections from './store/connections.ts'

export type { Outcome, Visitor } from './service/flow.ts'
export {
  BREAK_GLASS_EMAIL_JOB,
  type BreakGlassSignIn,
  type SignInPolicyService,
  signInPolicyService,
} from './service/sign-in-policy.ts'

/** Sign-in through the identity providers of organizations, with OpenID Connect and SAML. */
export function singleSignOnService(
  platform: Platform,
  features: Features & { domains: DomainsService; policy: SignInPolicyService },
) {
  const { db, log, secrets } = platform
  const { organizations, policy } = features
  const flow = createFlow(platform, features)
  return {
    ...flow,
    settings: createSettings(platform, features),
    sendBreakGlassEmails: policy.sendBreakGlassEmails,

    /** The connection of an email domain, whether or not an account exists. @throws {AppError} rate_limited */
    async find(
      domain: string,
      { ip, site }: { ip: string; site: RequestSite },
    ): Promise<{ id: string; isForced: boolean } | null> {
      await flow.countFind(ip)
      const found = await policy.findByDomain(domain)
      if (!found || !isServedAt(site, found)) return null
      return { id: found.connection.id, isForced: found.connection.isForced }
    },

    /** Our SAML metadata for one connection. @throws {AppError} not_found */
    metadataOf: async (connectionId: string) => serviceMetadata(await flow.samlUrlsOf(connectionId)),

    removeExpired: () => attempts.deleteExpired(db),

    /** Encrypts all client secrets with the newest key, so that older keys can be removed. */
    async resealAll(): Promise<{ resealed: number; unreadable: number }> {
      const counts = { resealed: 0, unreadable: 0 }
      for (const id of await organizations.listAllIds()) {
        const organizationId = parseOrganizationId(id)
        await db.tenant(organizationId, async (tx) => {
          const foreign = await connections.listUnderOtherKeys(tx, secrets.keyId)
          for (const each of foreign) {
            const plain = secrets.open(each, sealOf(each.id))
            if (plain) await connections.reseal(tx, each, secrets.seal(plain, sealOf(each.id)))
            counts[plain ? 'resealed' : 'unreadable'] += 1
          }
          if (foreign.length === 0) return
          const context = systemContext(organizationId, 'reseal-client-secrets')
          const details = { secrets: foreign.length }
          await audit(tx, { ...context, action: 'single-sign-on.resealed', details })
        })
      }
      if (counts.unreadable > 0)
        log.error({ secrets: counts.unreadable }, "Some client secrets can't be read: their key is missing")
      return counts
    },
  }
}
export type SingleSignOnService = ReturnType<typeof singleSignOnService>
