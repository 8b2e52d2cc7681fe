import { auditPlatform } from '#server/platform/audit.ts'
import { dayOf } from '#server/platform/clock.ts'
import { emailOperators } from '#server/platform/mail/email-operators.ts'
import { brokenMoneyRules, moneyCheckedAt } from '#server/platform/metrics.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  type BrokenRule,
  claimAlarm,
  findBrokenRules,
  recordAlert,
  recordCheck,
  recordCheckTime,
  releaseAlarm,
} from '../store/money-checks.ts'
import { claimNotes, releaseNotes } from '../store/notes.ts'

type Deps = Pick<Platform, 'db' | 'mailer' | 'clock' | 'log' | 'site' | 'adminEmails'>

const MAX_SUBJECTS_SHOWN = 20
/** Broken rules stored for the console. */
const MAX_STORED_VIOLATIONS = 100

/**
 * Checks the billing rules. Broken ones are logged by id each time and emailed to the operators once a day. Each check
 * adds a `money.checked` entry to the platform's audit log.
 *
 * @returns how many rules are broken
 */
export async function checkMoney(deps: Deps): Promise<number> {
  const { db, clock, log } = deps
  const brokenRules = await findBrokenRules(db, clock.now()).catch(async (error: Error) => {
    log.error({ err: error }, 'Could not check the billing rules')
    brokenMoneyRules.set(-1)
    await recordCheckTime(db, 'failed_at', clock.now())
    throw error
  })
  brokenMoneyRules.set(brokenRules.length)
  moneyCheckedAt.set(clock.now().getTime() / 1000)
  const day = dayOf(clock.now())
  for (const { rule, subject } of brokenRules.slice(0, MAX_SUBJECTS_SHOWN))
    log.error({ rule, subject }, 'A billing rule is broken')
  await db.transaction(async (tx) => {
    if (brokenRules.length > 0) await recordAlert(tx, day, brokenRules.length)
    await recordCheck(tx, clock.now(), brokenRules.slice(0, MAX_STORED_VIOLATIONS))
    await auditPlatform(tx, {
      actor: { kind: 'system', job: 'billing' },
      action: 'money.checked',
      details: { broken: brokenRules.length, rules: summaryOf(brokenRules) },
    })
  })
  if (brokenRules.length > 0) await emailAlert(deps, day, brokenRules)
  await emailNotes(deps)
  return brokenRules.length
}

async function emailAlert(deps: Deps, day: string, brokenRules: readonly BrokenRule[]): Promise<void> {
  const { db, clock, adminEmails } = deps
  if (adminEmails.length === 0 || !(await claimAlarm(db, day, clock.now()))) return
  const lines = brokenRules.slice(0, MAX_SUBJECTS_SHOWN).map(({ rule, subject }) => `- ${rule}: ${subject}`)
  const message = {
    subject: `${brokenRules.length} billing ${brokenRules.length === 1 ? 'check' : 'checks'} failed`,
    text: `The hourly billing check found problems:\n\n${lines.join('\n')}\n\nNothing was changed. The platform's audit log has an entry for each check (money.checked). We send this email once a day.\n`,
  }
  await emailOperators(deps, message, () => releaseAlarm(db, day))
}

/** Emails all new notes to the operators in one message. */
async function emailNotes(deps: Deps): Promise<void> {
  const { db, clock, adminEmails } = deps
  if (adminEmails.length === 0) return
  const notes = await claimNotes(db, clock.now())
  if (notes.length === 0) return
  const lines = notes
    .slice(0, MAX_SUBJECTS_SHOWN)
    .map(({ kind, organization, subject, outcome }) => `- ${kind} ${subject} of ${organization}: ${outcome}`)
  const remainder = notes.length > MAX_SUBJECTS_SHOWN ? `\nand ${notes.length - MAX_SUBJECTS_SHOWN} more` : ''
  const keys = notes.map(({ key }) => key)
  const message = {
    subject: `${notes.length} ${notes.length === 1 ? 'payment needs' : 'payments need'} review`,
    text: `Please review these payments:\n\n${lines.join('\n')}${remainder}\n\nYou can also find them on the System page of the console.\n`,
  }
  await emailOperators(deps, message, () => releaseNotes(db, keys))
}

/** Counts per rule, such as `ledger sum is not the balance 2, customer of two organizations 1`. */
function summaryOf(brokenRules: readonly BrokenRule[]): string {
  const counts = new Map<string, number>()
  for (const { rule } of brokenRules) counts.set(rule, (counts.get(rule) ?? 0) + 1)
  return [...counts].map(([rule, count]) => `${rule} ${count}`).join(', ')
}
