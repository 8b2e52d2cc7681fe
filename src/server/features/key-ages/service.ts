import { createHash } from 'node:crypto'
import { addDays } from '#server/platform/clock.ts'
import { emailOperators } from '#server/platform/mail/email-operators.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import * as store from './store.ts'

/** A secret from an environment variable. */
export type KeyInUse = { name: string; secret: string }

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'mailer' | 'site' | 'adminEmails'>

/** Records how long each key has been in use and reminds operators to rotate old ones. */
export function keyAgesService(deps: Deps, keys: readonly KeyInUse[]) {
  const { db, clock, log, site } = deps

  return {
    /** @returns names of the keys that the reminder covers */
    async remind(): Promise<string[]> {
      const now = clock.now()
      const keysInUse = keys.map(({ name, secret }) => ({ name, fingerprint: fingerprintOf(name, secret) }))
      await db.transaction((tx) => store.recordKeys(tx, keysInUse, now))
      const oldKeys = await store.claimOldKeys(db, {
        now,
        since: addDays(now, -site.terms.keyRotationDays),
        remindedBefore: addDays(now, -limits.REMINDER_INTERVAL_DAYS),
      })
      if (oldKeys.length === 0) return []
      const names = oldKeys.map(({ name }) => name).sort()
      log.warn({ keys: names }, 'Keys are due for rotation')
      const lines = oldKeys.map(({ name, since }) => `- ${name}, in use since ${since.slice(0, 10)}`).sort()
      const email = {
        subject: `${names.length} ${names.length === 1 ? 'key is' : 'keys are'} due for rotation`,
        text: `These keys have been in use for more than ${site.terms.keyRotationDays} days:\n\n${lines.join('\n')}\n\nSee docs/operating.md for how to change each one without signing anyone out.\n`,
      }
      await emailOperators(deps, email, () => store.undoReminder(db, names))
      return names
    },
  }
}
export type KeyAgesService = ReturnType<typeof keyAgesService>

/** Long enough to tell keys apart, too short to reveal anything about them. */
function fingerprintOf(name: string, secret: string): string {
  return createHash('sha256').update(`${name}:${secret}`).digest('hex').slice(0, 6)
}
