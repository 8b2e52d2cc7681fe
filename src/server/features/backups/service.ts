import { Gauge } from 'prom-client'
import type { BackupFolder } from '#server/platform/backup/backup-folder.ts'
import { errorKindOf } from '#server/platform/errors.ts'
import { emailOperators } from '#server/platform/mail/email-operators.ts'
import { registry } from '#server/platform/metrics.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as limits from './limits.ts'
import * as store from './store/backups.ts'

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'mailer' | 'site' | 'adminEmails'>

/** Scheduled backups with their retention, and the erasure log beside them. Does nothing without a folder. */
export function backupsService(deps: Deps, folder: BackupFolder | null) {
  const { db, clock, log, site } = deps
  const { backupHours, backupRetentionDays } = site.terms
  if (folder) readLastBackupAt = () => store.findLastBackupTime(db)
  const timeBefore = (ms: number) => new Date(clock.now().getTime() - ms)

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
      const dueBefore = timeBefore(backupHours * limits.HOUR_MS - limits.DUE_TOLERANCE_MS)
      const leaseUntil = new Date(now.getTime() + limits.LEASE_MS)
      const id = await store.claimBackup(db, { now, dueBefore, leaseUntil })
      if (!id) return false
      try {
        const backup = await folder.write(now)
        await store.finishBackup(db, id, clock.now(), backup)
        const { bytes, rows } = backup
        log.info({ bytes, rows }, 'Made a backup')
      } catch (error) {
        const failure = errorKindOf(error)
        log.error({ err: failure }, 'Could not make a backup')
        await store.failBackup(db, id, clock.now(), failure)
        await emailAlert(deps, id, failure)
        throw error
      }
      const removed = await folder.removeBefore(timeBefore(backupRetentionDays * limits.DAY_MS))
      await folder.removeErasures(
        timeBefore((backupRetentionDays + limits.ERASURE_EXTRA_DAYS) * limits.DAY_MS),
      )
      if (removed > 0) log.info({ removed }, 'Removed expired backups')
      return true
    },

    /** Copies new erasures to the backup folder, so that they outlive the database. @returns how many */
    async copyErasures(): Promise<number> {
      if (!folder) return 0
      for (let copiedCount = 0; ; ) {
        const batchSize = await db.transaction(async (tx) => {
          const lines = await store.lockUncopiedErasures(tx, limits.ERASURE_BATCH)
          await folder.appendErasures(lines)
          await store.markErasuresCopied(
            tx,
            lines.map(({ id }) => id),
            clock.now(),
          )
          return lines.length
        })
        copiedCount += batchSize
        if (batchSize < limits.ERASURE_BATCH) return copiedCount
      }
    },
  }
}
export type BackupsService = ReturnType<typeof backupsService>

async function emailAlert(deps: Deps, id: string, failure: string): Promise<void> {
  const { db, clock, adminEmails } = deps
  if (adminEmails.length === 0) return
  const now = clock.now()
  if (!(await store.claimAlarm(db, id, now, new Date(now.getTime() - limits.ALARM_INTERVAL_MS)))) return
  const lastBackupAt = await store.findLastBackupTime(db)
  const message = {
    subject: 'backups are failing',
    text: `We couldn't make a backup (${failure}). The last backup was made: ${lastBackupAt ?? 'never'}.\n\nCheck that the folder in BACKUP_DIR is writable and has free space, and look at the workers' log. We retry every hour and send this email once a day.\n`,
  }
  // The caller reports the failed backup instead.
  await emailOperators(deps, message, () => store.releaseAlarm(db, id)).catch(() => {})
}

/** Set once per process, like the metrics. */
let readLastBackupAt: (() => Promise<string | null>) | null = null

new Gauge({
  name: 'ninefold_backup_timestamp_seconds',
  help: 'Start time of the newest backup; 0 before the first one, absent if backups are not scheduled',
  registers: [registry],
  async collect() {
    const lastAt = await readLastBackupAt?.().catch(() => undefined)
    this.reset()
    if (lastAt === undefined) this.remove()
    else this.set(lastAt ? Date.parse(lastAt) / 1000 : 0)
  },
})
