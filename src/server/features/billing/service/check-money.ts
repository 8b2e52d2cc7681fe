import { auditPlatform } from '#server/platform/audit.ts'
import { dayOf } from '#server/platform/clock.ts'
import { brokenMoneyRules, moneyCheckedAt } from '#server/platform/metrics.ts'
import type { Platform } from '#server/platform/platform.ts'
import { noteCheck, noteFailedCheck } from '../store/money-checks.ts'
import {
  type BrokenRule,
  claimAlarm,
  findBrokenRules,
  noteAlarm,
  releaseAlarm,
} from '../store/money-rules.ts'
import { claimNotes, releaseNotes } from '../store/notes.ts'

type Deps = Pick<Platform, 'db' | 'mailer' | 'clock' | 'log' | 'site' | 'adminEmails'>

const MAX_SUBJECTS_SHOWN = 20
/** Of what is broken, so many are kept for the console. */
const MAX_STORED_VIOLATIONS = 100

/**
 * Looks whether everything that must hold about money does. What does not is told by ids: to the log each time, to the
 * operators by mail once a day. Each look leaves a line in the platform's audit log, `money.checked`.
 *
 * @returns how many promises are broken
 */
export async function checkMoney(seams: Deps): Promise<number> {
  const { db, clock, log } = seams
  const broken = await findBrokenRules(db, clock.now()).catch(async (error: Error) => {
    log.error({ err: error }, 'The rules about money could not be checked')
    brokenMoneyRules.set(-1)
    await noteFailedCheck(db, clock.now())
    throw error
  })
  brokenMoneyRules.set(broken.length)
  moneyCheckedAt.set(clock.now().getTime() / 1000)
  const day = dayOf(clock.now())
  for (const { rule, subject } of broken.slice(0, MAX_SUBJECTS_SHOWN))
    log.error({ rule, subject }, 'A rule about money is broken')
  await db.transaction(async (tx) => {
    if (broken.length > 0) await noteAlarm(tx, day, broken.length)
    await noteCheck(tx, clock.now(), broken.slice(0, MAX_STORED_VIOLATIONS))
    await auditPlatform(tx, {
      actor: { kind: 'system', job: 'billing' },
      action: 'money.checked',
      details: { broken: broken.length, rules: summaryOf(broken) },
    })
  })
  if (broken.length > 0) await mailAlarm(seams, day, broken)
  await mailNotes(seams)
  return broken.length
}

async function mailAlarm(seams: Deps, day: string, broken: readonly BrokenRule[]): Promise<void> {
  const { db, mailer, clock, site, adminEmails } = seams
  if (adminEmails.length === 0 || !(await claimAlarm(db, day, clock.now()))) return
  const lines = broken.slice(0, MAX_SUBJECTS_SHOWN).map(({ rule, subject }) => `- ${rule}: ${subject}`)
  try {
    for (const to of adminEmails) {
      await mailer.send({
        to,
        subject: `${site.brand.name}: ${broken.length} broken ${broken.length === 1 ? 'rule' : 'rules'} about money`,
        text: `The hourly check found what must not be:\n\n${lines.join('\n')}\n\nNothing was changed. The audit log of the platform has a line for each check (money.checked). This mail is sent once a day.\n`,
      })
    }
  } catch (error) {
    await releaseAlarm(db, day)
    throw error
  }
}

/** What came in that a person should look at: one mail for all that is new. */
async function mailNotes({ db, mailer, clock, site, adminEmails }: Deps): Promise<void> {
  if (adminEmails.length === 0) return
  const notes = await claimNotes(db, clock.now())
  if (notes.length === 0) return
  const lines = notes
    .slice(0, MAX_SUBJECTS_SHOWN)
    .map(({ kind, organization, subject, outcome }) => `- ${kind} ${subject} of ${organization}: ${outcome}`)
  const more = notes.length > MAX_SUBJECTS_SHOWN ? `\nand ${notes.length - MAX_SUBJECTS_SHOWN} more` : ''
  try {
    for (const to of adminEmails) {
      await mailer.send({
        to,
        subject: `${site.brand.name}: ${notes.length} ${notes.length === 1 ? 'payment needs' : 'payments need'} a look`,
        text: `What happened with payments outside of the usual course:\n\n${lines.join('\n')}${more}\n\nThe System page of the console lists them.\n`,
      })
    }
  } catch (error) {
    await releaseNotes(
      db,
      notes.map(({ key }) => key),
    )
    throw error
  }
}

/** `ledger sum is not the balance 2, customer of two organizations 1` */
function summaryOf(broken: readonly BrokenRule[]): string {
  const counts = new Map<string, number>()
  for (const { rule } of broken) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return [...counts].map(([rule, count]) => `${rule} ${count}`).join(', ')
}
