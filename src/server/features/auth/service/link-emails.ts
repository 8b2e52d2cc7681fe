import { isEmailAddress, normalizeEmail } from '#domain/identity/email.ts'
import type { BrandsService } from '#server/features/brands/service.ts'
import { throttle } from '#server/platform/clock.ts'
import type { Query } from '#server/platform/db/database.ts'
import { fieldError } from '#server/platform/errors.ts'
import type { RequestSite } from '#server/platform/http/hosts.ts'
import { digest, newSecret } from '#server/platform/ids.ts'
import { mails } from '#server/platform/metrics.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import * as store from '../store.ts'
import { createLinkLimiter } from './link-limits.ts'
import type { LinkPolicy, LinkRule } from './link-policy.ts'
import { notAMemberEmail, singleSignOnEmail } from './sign-in-emails.ts'

export const SIGN_IN_EMAIL_JOB = 'send-sign-in-mail'

/**
 * Email address, sealed because the job outlives its work by an hour and the account may not. `browser` is the hash of
 * the requesting browser's cookie; null if no browser requested the link.
 */
export type SignInEmail = {
  to: { keyId: string; sealed: string }
  send: boolean
  browser: string | null
  /** Where the link was requested; absent for `APP_URL`. */
  site?: RequestSite
}

/** Stored instead of a hash for a link that works in every browser without a question. */
export const ANY_BROWSER = '*'

type LinkRequest = { email: string; browser: string | null; site: RequestSite | undefined }

/** Emails with sign-in links: requested, limited, and sent by a job. */
export function createLinkEmails(
  platform: Platform,
  { brands, links }: { brands: Pick<BrandsService, 'recipientBrandOf'>; links: LinkPolicy },
) {
  const { db, queue, mailer, appUrl, secrets, clock, log } = platform
  const { signInMailsPerHour = limits.EMAILS_PER_HOUR } = platform

  async function createLink(email: string, browser: string | null, origin = appUrl): Promise<string> {
    const token = newSecret()
    const link = { email, token: digest(token), browser, minutes: limits.LINK_MINUTES }
    await db.transaction((tx) => store.insertToken(tx, link))
    return `${origin}/auth/verify?token=${token}`
  }

  // One cause can hold back thousands of emails.
  const shouldWarn = throttle(clock, 60_000)
  const limiter = createLinkLimiter(db, {
    sendsEmail: mailer.outbox === null,
    emailsPerHour: signInMailsPerHour,
    onLimitReached(limit) {
      mails.labels('held').inc()
      if (limit === 'everyone' && shouldWarn())
        log.warn({ signInMailsPerHour }, 'Holding back sign-in emails: the hourly limit is reached')
    },
  })

  /** URL of a sign-in page: on the same host, unless that belongs to another organization. */
  const pageOf = (rule: LinkRule & { kind: 'refused' }, site: RequestSite | undefined): string =>
    !site?.organizationId || site.organizationId === rule.organizationId ? rule.page : `${appUrl}${rule.page}`

  async function enqueueEmail(
    email: string,
    request: Pick<SignInEmail, 'send' | 'browser' | 'site'>,
  ): Promise<void> {
    const { keyId, sealed } = secrets.seal(Buffer.from(email), SIGN_IN_EMAIL_JOB)
    const job: SignInEmail = { to: { keyId, sealed: sealed.toString('base64') }, ...request }
    await queue.send(SIGN_IN_EMAIL_JOB, job)
  }

  /** On an organization's own domain, only its members can sign in. */
  const canSignIn = async (query: Query, email: string, site: RequestSite | undefined): Promise<boolean> =>
    !site?.organizationId || store.isMember(query, email, site.organizationId)

  async function emailNewLink({ email, browser, site }: LinkRequest): Promise<void> {
    const brand = await brands.recipientBrandOf(email, site?.organizationId ?? null)
    if (!(await canSignIn(db, email, site)))
      return mailer.send(brand.complete(notAMemberEmail(email, site?.origin ?? appUrl)))
    const rule = await links.ruleFor(email)
    if (rule.kind === 'refused') {
      const page = new URL(pageOf(rule, site), site?.origin ?? appUrl).href
      return mailer.send(brand.complete(singleSignOnEmail(email, page, brand.site.brand.name)))
    }
    const link = await createLink(email, browser, site?.origin)
    const { name } = brand.site.brand
    await mailer.send(
      brand.complete({
        to: email,
        subject: `Your sign-in link for ${name}`,
        text: `Sign in to ${name}:\n\n${link}\n\nThe link works once and expires in ${limits.LINK_MINUTES} minutes. If you didn't request this, you can safely ignore this email.`,
      }),
    )
  }

  const serviceMethods = {
    /**
     * Issues a link that signs in once within 15 minutes, and voids the older ones of the address. It works in every browser
     * without a question, because only the operator reads the console it is printed on.
     */
    issueLink: (email: string): Promise<string> => createLink(email, ANY_BROWSER),

    /** Emails a link that the recipient did not request. */
    emailLink: (email: string): Promise<void> => enqueueEmail(email, { send: true, browser: null }),

    /**
     * Requests a link. The response is the same for every well-formed address, known or not, limited or not: only the
     * mailbox learns more. The token is created when the email is sent, so that the queue never holds one. `browser` is the
     * secret of the requesting browser, in which the link needs no confirmation; null for a program.
     *
     * @throws {AppError} invalid for a malformed address, rate_limited for a network with too many requests
     */
    async requestLink(
      input: string,
      { ip, browser, site }: { ip: string; browser: string | null; site: RequestSite },
    ): Promise<void> {
      const email = normalizeEmail(input)
      if (!email || !isEmailAddress(email)) {
        throw fieldError('invalid', 'email', 'Please enter a valid email address')
      }
      const send = await limiter.countRequest(email, ip)
      await enqueueEmail(email, { send, browser: browser && digest(browser), site })
    },

    /** Sends the requested email; the queue retries while the mail server is unavailable. */
    async sendLink({ to, send, browser = null, site }: SignInEmail): Promise<void> {
      if (!send) return
      const sealed = { keyId: to.keyId, sealed: Buffer.from(to.sealed, 'base64') }
      const email = secrets.open(sealed, SIGN_IN_EMAIL_JOB)?.toString()
      if (!email) throw new Error('Cannot decrypt the address of a sign-in email: its key is missing')
      if (!(await limiter.countEmail(email))) return
      await emailNewLink({ email, browser, site }).catch(async (error) => {
        await limiter.uncountEmail(email)
        throw error
      })
    },
  }

  return { serviceMethods, canSignIn, pageOf }
}
