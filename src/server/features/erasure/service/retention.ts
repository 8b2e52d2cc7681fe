import type { DomainsService } from '#server/features/domains/service.ts'
import { DAY_MS } from '#server/platform/clock.ts'
import { MAIL_LEASE_MS, sendLeased } from '#server/platform/mail/mail-retry.ts'
import type { Email } from '#server/platform/mail/mailer.ts'
import { sendUnlessRejected } from '#server/platform/mail/send-unless-rejected.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from '../limits.ts'
import * as notices from '../store/notices.ts'

type Deps = Pick<Platform, 'db' | 'mailer' | 'clock' | 'log' | 'site'> & {
  domains: Pick<DomainsService, 'originOf'>
}

/** Notifies the owners of canceled organizations before their data is erased, and reports which are due. */
export function createRetentionReview({ db, mailer, clock, log, site, domains }: Deps) {
  const retentionMs = site.terms.retentionDays * DAY_MS

  /** Queues the due notice. @returns true if retention is over and the last notice is old enough */
  async function isRetentionOver(canceled: notices.CanceledOrganization): Promise<boolean> {
    const now = clock.now()
    const remainingMs = Date.parse(canceled.canceledAt) + retentionMs - now.getTime()
    const dueNotice = limits.NOTICE_DAYS.filter((days) => remainingMs <= days * DAY_MS).at(-1)
    if (dueNotice === undefined) return false
    return db.tenant(canceled.organizationId, async (tx) => {
      const notice = { ...canceled, daysLeft: dueNotice }
      await notices.queueNotice(tx, notice, now)
      return remainingMs <= 0 && notices.hasNotice(tx, notice, new Date(now.getTime() - limits.MIN_NOTICE_MS))
    })
  }

  async function sendTo(notice: notices.NoticeKey, email: Email, userId: string): Promise<void> {
    await sendUnlessRejected({ mailer, log }, email, { organizationId: notice.organizationId, userId })
    await db.tenant(notice.organizationId, (tx) => notices.setMailedTo(tx, notice, userId))
  }

  async function send(notice: notices.NoticeKey): Promise<void> {
    const { organizationId } = notice
    const moment = clock.now()
    await sendLeased(moment, {
      claim: (now, leaseUntil) =>
        db.tenant(organizationId, async (tx) => {
          const row = await notices.claimNotice(tx, notice, now, leaseUntil)
          if (!row) return undefined
          // The age decides, because attempts aren't counted.
          const mailAttempts = 1 + (now.getTime() - Date.parse(row.createdAt)) / MAIL_LEASE_MS
          return { ...row, mailAttempts, owners: row.isCanceled ? await notices.listOwners(tx) : [] }
        }),
      async send({ organization, mailedTo, owners }) {
        const origin = await domains.originOf(organizationId)
        for (const { id, email } of owners.filter((owner) => !mailedTo.includes(owner.id))) {
          await sendTo(notice, noticeEmail(email, organization, notice, { site, origin }), id)
        }
      },
      settle: (next) => db.tenant(organizationId, (tx) => notices.setNextEmail(tx, notice, next, moment)),
    })
  }

  return {
    /** Organizations canceled before this time are due for erasure. */
    cutoff: () => new Date(clock.now().getTime() - retentionMs),

    /** Queues notices and calls `erase` for organizations past their retention. */
    async review(
      erase: (canceled: notices.CanceledOrganization) => Promise<unknown>,
      signal?: AbortSignal,
    ): Promise<void> {
      const cutoff = new Date(clock.now().getTime() - retentionMs + limits.NOTICE_DAYS[0] * DAY_MS)
      for (let after: string | null = null; ; ) {
        const canceled: notices.CanceledOrganization[] = await notices.listCanceledBefore(db, cutoff, after)
        for (const each of canceled) {
          if (signal?.aborted) return
          if (await isRetentionOver(each)) await erase(each)
        }
        after = canceled.at(-1)?.organizationId ?? null
        if (after === null) return
      }
    },

    /** Sends due notices; a later sweep retries failed ones. */
    async sendDue(): Promise<void> {
      for (const notice of await notices.listDueNotices(db, clock.now())) await send(notice)
    },
  }
}

const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function noticeEmail(
  to: string,
  organization: string,
  { canceledAt, daysLeft }: notices.NoticeKey,
  { site, origin }: Pick<Platform, 'site'> & { origin: string },
): Email {
  const { retentionDays } = site.terms
  const canceled = LONG_DAY.format(new Date(canceledAt))
  return {
    to,
    replyTo: site.mailboxes.support,
    subject: `Your ${site.brand.name} data will be deleted in ${daysLeft} days`,
    text: [
      `The subscription of ${organization} ended on ${canceled}. ${retentionDays} days after that, we permanently delete everything it has at ${site.brand.name}: contacts, signals, tasks, history and member accounts. That's at least ${daysLeft} days from now and can't be undone.`,
      `To keep your data, export it:\n${origin}/settings/data`,
      `To keep using ${site.brand.name}, subscribe again:\n${origin}/subscribe`,
      `${site.brand.team}\n`,
    ].join('\n\n'),
  }
}
