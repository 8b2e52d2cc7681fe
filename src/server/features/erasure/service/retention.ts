import { DAY_MS } from '#server/platform/clock.ts'
import { MAIL_GIVE_UP_MS, MAIL_LEASE_MS, nextMailAt } from '#server/platform/mail/mail-retry.ts'
import { type Email, emailFailureOf } from '#server/platform/mail/mailer.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from '../policy.ts'
import * as notices from '../store/notices.ts'

type Deps = Pick<Platform, 'db' | 'mailer' | 'clock' | 'log' | 'site' | 'appUrl'>

/** Notifies the owners of canceled organizations before their data is erased, and reports which are due. */
export function createRetentionReview({ db, mailer, clock, log, site, appUrl }: Deps) {
  const keptMs = site.terms.retentionDays * DAY_MS

  /** Queues the due notice. @returns true when retention is over and the last notice is old enough */
  async function isOver(canceled: notices.CanceledOrganization): Promise<boolean> {
    const now = clock.now()
    const leftMs = Date.parse(canceled.canceledAt) + keptMs - now.getTime()
    const due = policy.NOTICE_DAYS.filter((days) => leftMs <= days * DAY_MS).at(-1)
    if (due === undefined) return false
    return db.tenant(canceled.organizationId, async (tx) => {
      const name = { ...canceled, daysLeft: due }
      await notices.orderNotice(tx, name, now)
      return leftMs <= 0 && notices.hasNotice(tx, name, new Date(now.getTime() - policy.MIN_NOTICE_MS))
    })
  }

  async function sendTo(name: notices.NoticeKey, mail: Email, userId: string): Promise<void> {
    try {
      await mailer.send(mail)
    } catch (error) {
      if (emailFailureOf(error) !== 'rejected') throw error
      log.warn({ organizationId: name.organizationId, userId }, 'The mail server rejected an erasure notice')
    }
    await db.tenant(name.organizationId, (tx) => notices.setMailedTo(tx, name, userId))
  }

  async function send(name: notices.NoticeKey): Promise<void> {
    const now = clock.now()
    const { organizationId } = name
    const claimed = await db.tenant(organizationId, async (tx) => {
      const due = await notices.claimNotice(tx, name, now, new Date(now.getTime() + MAIL_LEASE_MS))
      return due && { due, owners: due.isCanceled ? await notices.listOwners(tx) : [] }
    })
    if (!claimed) return
    const { due, owners } = claimed
    const settle = (at: Date | null) =>
      db.tenant(organizationId, (tx) => notices.setNextMail(tx, name, at, now))
    try {
      for (const { id, email } of owners.filter((owner) => !due.mailedTo.includes(owner.id))) {
        await sendTo(name, noticeMail(email, due.organization, name, { site, appUrl }), id)
      }
      await settle(null)
    } catch (error) {
      const age = now.getTime() - Date.parse(due.createdAt)
      await settle(age > MAIL_GIVE_UP_MS ? null : nextMailAt(1 + age / MAIL_LEASE_MS, now))
      throw error
    }
  }

  return {
    /** Organizations canceled before this time are due for erasure. */
    cutoff: () => new Date(clock.now().getTime() - keptMs),

    /** Queues notices and calls `erase` for organizations past their retention. */
    async review(
      erase: (canceled: notices.CanceledOrganization) => Promise<unknown>,
      signal?: AbortSignal,
    ): Promise<void> {
      const first = new Date(clock.now().getTime() - keptMs + policy.NOTICE_DAYS[0] * DAY_MS)
      for (let after: string | null = null; ; ) {
        const canceled: notices.CanceledOrganization[] = await notices.listCanceledBefore(db, first, after)
        for (const each of canceled) {
          if (signal?.aborted) return
          if (await isOver(each)) await erase(each)
        }
        after = canceled.at(-1)?.organizationId ?? null
        if (after === null) return
      }
    },

    /** Sends due notices; a later sweep retries failed ones. */
    async sendDue(): Promise<void> {
      for (const name of await notices.listDueNotices(db, clock.now())) await send(name)
    },
  }
}

const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function noticeMail(
  to: string,
  organization: string,
  { canceledAt, daysLeft }: notices.NoticeKey,
  { site, appUrl }: Pick<Platform, 'site' | 'appUrl'>,
): Email {
  const { retentionDays } = site.terms
  const canceled = LONG_DAY.format(new Date(canceledAt))
  return {
    to,
    replyTo: site.mailboxes.support,
    subject: `Your ${site.brand.name} data will be deleted in ${daysLeft} days`,
    text: [
      `The subscription of ${organization} ended on ${canceled}. ${retentionDays} days after that, we permanently delete everything it has at ${site.brand.name}: contacts, signals, tasks, history and member accounts. That's at least ${daysLeft} days from now and can't be undone.`,
      `To keep your data, export it:\n${appUrl}/settings/data`,
      `To keep using ${site.brand.name}, subscribe again:\n${appUrl}/subscribe`,
      `${site.brand.team}\n`,
    ].join('\n\n'),
  }
}
