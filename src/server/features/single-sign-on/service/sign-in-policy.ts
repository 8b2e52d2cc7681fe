import type { Site } from '#contract/site.ts'
import type { LinkPolicy, LinkRule } from '#server/features/auth/service.ts'
import type { BrandsService } from '#server/features/brands/service.ts'
import type { DomainsService } from '#server/features/domains/service.ts'
import { auditFor } from '#server/platform/audit.ts'
import { type OrganizationId, parseOrganizationId } from '#server/platform/db/organization-id.ts'
import type { Email } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as connections from '../store/connections.ts'
import * as people from '../store/people.ts'

export const BREAK_GLASS_EMAIL_JOB = 'send-break-glass-mail'

/** A sign-in of an owner with an emailed link where single sign-on is required. */
export type BreakGlassSignIn = { organizationId: string; userId: string; at: string }

export type DomainConnection = { organizationId: OrganizationId; connection: connections.ConnectionRow }

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)

/** Decides where emailed links may sign in. Needs no feature that signs in, because signing in asks it. */
export function signInPolicyService(
  { db, queue, mailer, clock }: Pick<Platform, 'db' | 'queue' | 'mailer' | 'clock'>,
  {
    brands,
    domains,
  }: { brands: Pick<BrandsService, 'emailBrandOf'>; domains: Pick<DomainsService, 'findProven'> },
) {
  /** The connection that serves an email domain, by the organization that proves the domain. */
  async function findByDomain(domain: string): Promise<DomainConnection | null> {
    const organizationId = await domains.findProven('email', domain)
    if (!organizationId) return null
    const connection = await db.tenant(organizationId, (tx) => connections.findByDomain(tx, domain))
    return connection ? { organizationId, connection } : null
  }

  async function isBreakGlass(organizationId: OrganizationId, email: string): Promise<boolean> {
    const owners = await db.tenant(organizationId, (tx) => people.listOwners(tx))
    // Without a named owner every owner counts, or a broken identity provider would lock everyone out.
    const isNamed = owners.some((each) => each.isBreakGlass)
    return owners.some((owner) => owner.email === email && (owner.isBreakGlass || !isNamed))
  }

  const links: LinkPolicy = {
    async ruleFor(email): Promise<LinkRule> {
      const found = await findByDomain(domainOf(email))
      if (!found?.connection.isForced) return { kind: 'allowed' }
      const { organizationId, connection } = found
      return (await isBreakGlass(organizationId, email))
        ? { kind: 'exception', organizationId }
        : { kind: 'refused', organizationId, page: `/auth/sso/${connection.id}` }
    },

    async recordException(tx, { organizationId, user, requestId }) {
      await auditFor(tx, organizationId, {
        actor: { kind: 'user', userId: user.id, role: user.role },
        action: 'sign-in.break-glass',
        subject: user.id,
        requestId,
      })
      // Queued before the commit, so that no sign-in goes without an email.
      const signIn: BreakGlassSignIn = { organizationId, userId: user.id, at: clock.now().toISOString() }
      await queue.send(BREAK_GLASS_EMAIL_JOB, signIn)
    },
  }

  return {
    links,
    findByDomain,

    /** Tells every owner; called by the job, which retries while the mail server is unavailable. */
    async sendBreakGlassEmails({ organizationId, userId, at }: BreakGlassSignIn): Promise<void> {
      const email = await people.emailOf(db, userId)
      const id = parseOrganizationId(organizationId)
      const owners = await db.tenant(id, (tx) => people.listOwners(tx))
      if (!email) return
      const { site, complete } = await brands.emailBrandOf(id)
      for (const owner of owners)
        await mailer.send(complete(breakGlassEmail(owner.email, { email, at }, site)))
    },
  }
}
export type SignInPolicyService = ReturnType<typeof signInPolicyService>

function breakGlassEmail(
  to: string,
  signIn: { email: string; at: string },
  { brand, mailboxes }: Site,
): Email {
  const time = `${signIn.at.slice(0, 16).replace('T', ' ')} UTC`
  return {
    to,
    subject: `An owner signed in without single sign-on: ${brand.name}`,
    text: `${signIn.email} signed in with an emailed link at ${time}. Your organization requires single sign-on, and this person is one of the owners who may still use a link.\n\nIf you don't know why, ask them, and email ${mailboxes.support}.\n\n${brand.team}\n`,
  }
}
