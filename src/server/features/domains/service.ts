import { domainToUnicode } from 'node:url'
import type { Domain, DomainInput, DomainUse } from '#contract/domains.ts'
import type { BrandsService } from '#server/features/brands/service.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, systemContext } from '#server/platform/context.ts'
import type { Query, TenantTx } from '#server/platform/db/database.ts'
import type { OrganizationId } from '#server/platform/db/organization-id.ts'
import { AppError, errorKindOf, fieldError, notFound } from '#server/platform/errors.ts'
import { createHosts } from '#server/platform/http/hosts.ts'
import { newSecret } from '#server/platform/ids.ts'
import { sendUnlessRejected } from '#server/platform/mail/send-unless-rejected.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import { type CheckResult, hasRecord, recordOf, settleCheck } from './service/check-proof.ts'
import { domainEmail } from './service/emails.ts'
import { parseDomain } from './service/parse-domain.ts'
import * as store from './store.ts'

const RELOAD_RETRY_MS = 1000
const PLAN_MISSING =
  'Your own domain for the app is part of the Enterprise plan. Contact us to change your plan.'

/** Domains that organizations prove by a TXT record, and the hosts that this process serves. */
export function domainsService(
  platform: Pick<Platform, 'db' | 'events' | 'clock' | 'log' | 'resolver' | 'appUrl' | 'mailer'>,
  { brands }: { brands: Pick<BrandsService, 'emailBrandOf'> },
) {
  const { db, events, clock, log, resolver, appUrl } = platform
  const hosts = createHosts(appUrl)
  const appHost = new URL(appUrl).hostname

  /** Reads the served domains again, until it succeeds. */
  async function loadHosts(): Promise<void> {
    try {
      hosts.replace(await store.listAppDomains(db))
    } catch (error) {
      log.warn({ err: errorKindOf(error) }, 'Custom domains could not be read; trying again')
      setTimeout(() => void loadHosts(), RELOAD_RETRY_MS).unref()
    }
  }

  function publishChange(tx: TenantTx): void {
    events.publish(tx, tx.organizationId, { type: 'organization.changed' })
    events.publishInstance(tx, { type: 'domains.changed' })
  }

  const originOf = async (organizationId: OrganizationId | null): Promise<string> => {
    const domain = organizationId && (await store.findAppDomain(db, organizationId))
    return domain ? hosts.originOf(domain) : appUrl
  }

  async function requireDomain(tx: TenantTx, id: string): Promise<store.DomainRow> {
    const row = await store.findDomain(tx, id)
    if (!row) throw notFound('Domain')
    return row
  }

  async function settle(
    tx: TenantTx,
    context: Context,
    row: store.DomainRow,
    isFound: boolean | null,
  ): Promise<CheckResult> {
    const result = await settleCheck(tx, context, row, { isFound, now: clock.now() })
    if (result !== 'unchanged') publishChange(tx)
    return result
  }

  /** Checks a proven domain again. @throws when the owners can't be told yet */
  async function recheckDomain({ organizationId, use, domain }: store.ProvenDomain): Promise<void> {
    const claim = await db.read(organizationId, (tx) => store.findClaim(tx, { use, domain }))
    if (!claim) return // withdrawn meanwhile
    const isFound = await hasRecord(resolver, { ...claim, domain })
    const context = systemContext(organizationId, 'domains.recheck')
    const failure = await db.tenant(organizationId, async (tx) => {
      const row = await store.findDomain(tx, claim.id)
      if (!row) return null
      const result = await settle(tx, context, row, isFound)
      if (result !== 'ending' && result !== 'ended') return null
      return { row: await requireDomain(tx, row.id), owners: await store.listOwners(tx) }
    })
    if (!failure) return
    await loadHosts()
    const { row, owners } = failure
    const settingsUrl = `${await originOf(organizationId)}/settings/domains`
    const { complete } = await brands.emailBrandOf(organizationId)
    for (const owner of owners) {
      const email = domainEmail(owner, row, { endsAt: endOf(row), problem: row.problem, settingsUrl })
      await sendUnlessRejected(platform, complete(email), { domainId: row.id })
    }
  }

  return {
    hosts,
    loadHosts,

    /** Keeps the served hosts current. @returns a function that stops it */
    followChanges: (): (() => void) =>
      events.subscribeInstance(({ type }) => {
        if (type === 'domains.changed' || type === 'missed') void loadHosts()
      }),

    /** Origin of every link that is mailed to members of an organization: its own domain, otherwise `APP_URL`. */
    originOf,

    /** The organization that has proven a domain for a use; null if there is none. Part of a transaction if one is given. */
    findProven: (use: DomainUse, domain: string, query: Query = db): Promise<OrganizationId | null> =>
      store.findProven(query, use, domain.toLowerCase()),

    /** Answered from memory, because a proxy asks with every handshake for a name it has no certificate for. */
    isAllowed: (domain: string): boolean => hosts.siteOf(domain) !== null && !domain.includes(':'),

    async list(context: Context) {
      return db.read(context.organizationId, async (tx) => ({
        domains: (await store.listDomains(tx)).map(toDomain),
        appHost,
        canServeApp: await store.hasEnterprisePlan(tx),
      }))
    },

    /** @throws {AppError} invalid, conflict, payment_required */
    async add(context: Context, { domain: text, use }: DomainInput): Promise<Domain> {
      const domain = parseDomain(text)
      if (use === 'app' && (domain === appHost || domain.endsWith(`.${appHost}`)))
        throw fieldError('invalid', 'domain', `${domain} is our own address. Enter a domain of yours.`)
      return db.tenant(context.organizationId, async (tx) => {
        if (use === 'app' && !(await store.hasEnterprisePlan(tx)))
          throw new AppError('payment_required', PLAN_MISSING)
        if ((await store.lockAndCount(tx)) >= limits.MAX_DOMAINS)
          throw new AppError('conflict', `You have ${limits.MAX_DOMAINS} domains. Remove one first.`)
        // One record proves a domain for both uses.
        const other = await store.findClaim(tx, { use: use === 'app' ? 'email' : 'app', domain })
        const id = await store.insertDomain(tx, { domain, use, token: other?.token ?? newSecret() })
        if (!id) throw fieldError('conflict', 'domain', 'This domain is already on your list')
        await audit(tx, { ...context, action: 'domain.added', subject: id, details: { use } })
        return toDomain(await requireDomain(tx, id))
      })
    },

    /** Looks for the record now; no connection is held meanwhile. @throws {AppError} not_found */
    async check(context: Context, id: string): Promise<Domain> {
      const claim = await db.read(context.organizationId, (tx) => requireDomain(tx, id))
      const isFound = await hasRecord(resolver, claim)
      const domain = await db.tenant(context.organizationId, async (tx) => {
        await settle(tx, context, await requireDomain(tx, id), isFound)
        return requireDomain(tx, id)
      })
      await loadHosts()
      return toDomain(domain)
    },

    /** Withdraws a domain, which stops working at once. @throws {AppError} not_found */
    async remove(context: Context, id: string): Promise<void> {
      await db.tenant(context.organizationId, async (tx) => {
        const row = await store.deleteDomain(tx, id)
        if (!row) throw notFound('Domain')
        await store.endProof(tx, row)
        await audit(tx, { ...context, action: 'domain.removed', subject: id, details: { use: row.use } })
        publishChange(tx)
      })
      await loadHosts()
    },

    /** Checks due domains of every organization again. */
    async recheck(signal?: AbortSignal): Promise<void> {
      const now = clock.now()
      const checkedBefore = new Date(now.getTime() - limits.RECHECK_INTERVAL_MS)
      for (;;) {
        const due = await store.claimDue(db, { now, checkedBefore, limit: limits.RECHECK_BATCH })
        for (const each of due) {
          if (signal?.aborted) return
          await recheckDomain(each)
        }
        if (due.length < limits.RECHECK_BATCH) return
      }
    },
  }
}
export type DomainsService = ReturnType<typeof domainsService>

function endOf({ provenAt, failingSince }: store.DomainRow): Date | null {
  if (provenAt === null || failingSince === null) return null
  return new Date(Date.parse(failingSince) + limits.FAILING_GRACE_MS)
}

function toDomain(row: store.DomainRow): Domain {
  const { id, domain, use, provenAt, checkedAt, problem } = row
  return {
    ...{ id, domain: domainToUnicode(domain), asciiDomain: domain, use },
    ...{ record: recordOf(row), provenAt, checkedAt, problem, endsAt: endOf(row)?.toISOString() ?? null },
  }
}
