import type { BackupFolder, ErasureLogLine } from '#server/platform/backup/backup-folder.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as policy from './policy.ts'
import { registerBackupMetrics } from './service/backup-figures.ts'
import * as store from './store/backups.ts'

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'mailer' | 'site' | 'adminEmails'>

/** Scheduled backups with their retention, and the erasure log beside them. Does nothing without a folder. */
export function backupsService(deps: Deps, folder: BackupFolder | null) {
  const { db, clock, log, site } = deps
  const { backupHours, backupRetentionDays } = site.terms
  if (folder) registerBackupMetrics(() => store.statusOf(db))
  const before = (ms: number) => new Date(clock.now().getTime() - ms)

  return {
    /**
     * Makes a backup if the last one is older than `terms.backupHours`, and removes expired ones.
     *
     * @returns whether one was made
     * @throws if the backup fails; the next hour retries, and operators are emailed once a day
     */
    async writeWhenDue(): Promise<boolean> {
      if (!folder) return false
      const now = clock.now()
      const dueBefore = before(backupHours * policy.HOUR_MS - policy.DUE_TOLERANCE_MS)
      const leaseUntil = new Date(now.getTime() + policy.LEASE_MS)
      const id = await store.claimBackup(db, { now, dueBefore, leaseUntil })
      if (!id) return false
      try {
        const made = await folder.write(now)
        await store.finishBackup(db, id, clock.now(), made)
        const { bytes, rows } = made
        log.info({ bytes, rows }, 'Made a backup')
      } catch (error) {
        const failure = kindOf(error)
        log.error({ err: failure }, 'Could not make a backup')
        await store.failBackup(db, id, clock.now(), failure)
        await emailAlert(deps, id, failure)
        throw error
      }
      const removed = await folder.removeBefore(before(backupRetentionDays * policy.DAY_MS))
      await folder.removeErasures(before((backupRetentionDays + policy.ERASURE_EXTRA_DAYS) * policy.DAY_MS))
      if (removed > 0) log.info({ removed }, 'Removed expired backups')
      return true
    },

    /** Copies new erasures beside the backups, so that they outlive the database. @returns how many */
    async copyErasures(): Promise<number> {
      if (!folder) return 0
      for (let copied = 0; ; ) {
        const taken = await db.transaction(async (tx) => {
          const lines = await store.lockUncopied(tx, policy.LINE_BATCH)
          await folder.appendErasures(lines as ErasureLogLine[])
          await store.setCopied(
            tx,
            lines.map(({ id }) => id),
            clock.now(),
          )
          return lines.length
        })
        copied += taken
        if (taken < policy.LINE_BATCH) return copied
      }
    },

    /** Time and size of the last backup; null if backups are not scheduled. */
    backupStatus: async (): Promise<store.BackupStatus | null> => (folder ? store.statusOf(db) : null),
  }
}
export type BackupsService = ReturnType<typeof backupsService>

/** Returns the kind of an error, because its message may quote personal data. */
function kindOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return String(code ?? name ?? 'unknown')
}

async function emailAlert(deps: Deps, id: string, failure: string): Promise<void> {
  const { db, clock, mailer, site, adminEmails } = deps
  if (adminEmails.length === 0) return
  const now = clock.now()
  if (!(await store.claimAlarm(db, id, now, new Date(now.getTime() - policy.ALARM_INTERVAL_MS)))) return
  const { lastAt } = await store.statusOf(db)
  try {
    for (const to of adminEmails) {
      await mailer.send({
        to,
        subject: `${site.brand.name}: backups are failing`,
        text: `We couldn't make a backup (${failure}). The last backup was made: ${lastAt ?? 'never'}.\n\nCheck that the folder in BACKUP_DIR is writable and has free space, and look at the workers' log. We retry every hour and send this email once a day.\n`,
      })
    }
  } catch {
    await store.releaseAlarm(db, id)
  }
}
