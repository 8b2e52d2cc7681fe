import { auditPlatform } from '#server/platform/audit.ts'
import type { Platform } from '#server/platform/platform.ts'
import { sealOf } from '../policy.ts'
import * as store from '../store.ts'

const BATCH = 100

/** Encrypts all secrets with the newest key, so that older keys can be removed. */
export function resealSecrets({ db, log, secrets }: Pick<Platform, 'db' | 'log' | 'secrets'>) {
  async function resealOne(other: store.ForeignSecret): Promise<boolean> {
    const about = sealOf(other.userId)
    const plain = secrets.open(other, about)
    if (!plain) return false
    await store.reseal(db, other, secrets.seal(plain, about))
    return true
  }

  return {
    /** @returns how many were encrypted again, and how many have an unknown key */
    async resealAll(): Promise<{ resealed: number; unreadable: number }> {
      const done = { resealed: 0, unreadable: 0 }
      for (let after: string | null = null; ; ) {
        const batch: store.ForeignSecret[] = await store.listUnderOtherKeys(db, secrets.keyId, {
          after,
          limit: BATCH,
        })
        for (const other of batch) done[(await resealOne(other)) ? 'resealed' : 'unreadable'] += 1
        after = batch.at(-1)?.userId ?? null
        if (!after) break
      }
      if (done.unreadable > 0)
        log.error({ secrets: done.unreadable }, "Some 2FA secrets can't be read: their key is missing")
      if (done.resealed > 0) {
        const actor = { kind: 'system', job: 'reseal-second-factors' } as const
        await db.transaction((tx) =>
          auditPlatform(tx, {
            actor,
            action: 'second-factors.resealed',
            details: { secrets: done.resealed },
          }),
        )
      }
      return done
    },
  }
}
