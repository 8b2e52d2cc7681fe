import { createHash } from 'node:crypto'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import * as store from './store.ts'

/** A secret of the environment, by the name of its variable. */
export type KeyInUse = { name: string; secret: string }

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'mailer' | 'site' | 'adminEmails'>

/** Knows since when each key is in use, and reminds operators of those that are due to be changed. */
export function keyAgesService(seams: Deps, keys: readonly KeyInUse[]) {
  const { db, clock, log, mailer, site, adminEmails } = seams
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * policy.DAY_MS)

  return {
    /** @returns the names of the keys it reminded of */
    async remind(): Promise<string[]> {
      const now = clock.now()
      const seen = keys.map(({ name, secret }) => ({ name, fingerprint: fingerprintOf(name, secret) }))
      await db.transaction((tx) => store.recordKeys(tx, seen, now))
      const old = await store.claimOldKeys(db, {
        now,
        since: daysAgo(site.terms.keyRotationDays),
        remindedBefore: daysAgo(policy.REMINDER_INTERVAL_DAYS),
      })
      if (old.length === 0) return []
      const names = old.map(({ name }) => name).sort()
      log.warn({ keys: names }, 'Keys are due to be changed')
      const lines = old.map(({ name, since }) => `- ${name}, in use since ${since.slice(0, 10)}`).sort()
      try {
        for (const to of adminEmails) {
          await mailer.send({
            to,
            subject: `${site.brand.name}: ${names.length} ${names.length === 1 ? 'key is' : 'keys are'} due to be changed`,
            text: `These keys have been in use for more than ${site.terms.keyRotationDays} days:\n\n${lines.join('\n')}\n\nHow each is changed without signing anybody out is described in docs/operating.md.\n`,
          })
        }
      } catch (error) {
        await store.release(db, names)
        throw error
      }
      return names
    },
  }
}
export type KeyAgesService = ReturnType<typeof keyAgesService>

/** Enough to tell one key from another, and too little to find out anything about it. */
function fingerprintOf(name: string, secret: string): string {
  return createHash('sha256').update(`${name}:${secret}`).digest('hex').slice(0, 6)
}
