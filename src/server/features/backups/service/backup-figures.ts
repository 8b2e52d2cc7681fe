import { Gauge } from 'prom-client'
import { registry } from '#server/platform/metrics.ts'
import type { BackupStatus } from '../store/backups.ts'

/** Set per process, because metrics are too. */
let read: (() => Promise<BackupStatus>) | null = null

new Gauge({
  name: 'ninefold_backup_timestamp_seconds',
  help: 'Start time of the newest backup; 0 before the first one, absent if backups are not scheduled',
  registers: [registry],
  async collect() {
    const status = await read?.().catch(() => null)
    this.reset()
    if (status) this.set(status.lastAt ? Date.parse(status.lastAt) / 1000 : 0)
    else this.remove()
  },
})

/** Adds the age of the newest backup to `/metrics`. */
export function registerBackupMetrics(status: () => Promise<BackupStatus>): void {
  read = status
}
