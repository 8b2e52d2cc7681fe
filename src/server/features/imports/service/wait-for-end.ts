import type { Context } from '#server/platform/context.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findImport, type ImportRow } from '../store/imports.ts'

const OVER = new Set<ImportRow['status']>(['done', 'failed', 'undone'])

/**
 * Waits until an import is over, woken by its live events, whichever process runs it.
 *
 * @returns null when `milliseconds` pass first
 */
export function waitForEnd(
  { db, events }: Pick<Platform, 'db' | 'events'>,
  { organizationId }: Context,
  importId: string,
  milliseconds: number,
): Promise<ImportRow | null> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      unsubscribe()
    }
    const look = async () => {
      const found = await db.tenant(organizationId, (tx) => findImport(tx, importId))
      if (!found || !OVER.has(found.status)) return
      end()
      resolve(found)
    }
    const wake = () =>
      void look().catch((error: unknown) => {
        end()
        reject(error)
      })
    const unsubscribe = events.subscribe(organizationId, (event) => {
      if (event.type === 'import.changed' && event.importId === importId) wake()
    })
    const timer = setTimeout(() => {
      end()
      resolve(null)
    }, milliseconds)
    // It may have ended before anybody listened.
    wake()
  })
}
