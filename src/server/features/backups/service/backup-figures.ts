import { Gauge } from 'prom-client'
import { registry } from '#server/platform/metrics.ts'
import type { BackupStatus } from '../store/backups.ts'

/** Metrics are the process's, and so is where they are read. */
let read: (() => Promise<BackupStatus>) | null = null

new Gauge({
  name: 'ninefold_backup_timestamp_seconds',
  help: 'When the newest backup was begun; 0 before the first one, absent where none is made by schedule',
  registers: [registry],
  async collect() {
    const status = await read?.().catch(() => null)
    this.reset()
    if (status) this.set(status.lastAt ? Date.parse(status.lastAt) / 1000 : 0)
    else this.remove()
  },
})

/** From now on `/metrics` tells how old the newest backup is. */
export function registerBackupMetrics(status: () => Promise<BackupStatus>): void {
  read = status
}
