import { z } from 'zod'
import { errorKindOf } from '#server/platform/errors.ts'
import { RemoteError } from '#server/platform/follow-up-boss/client.ts'
import type { Log } from '#server/platform/log.ts'
import { MAX_HOOK_IDS } from '../limits.ts'
import { HOOK_EVENTS } from '../policy.ts'
import type { Resource } from '../store/links.ts'
import type { Remote } from './remote.ts'

/**
 * Subscribes to changes there. Repeating it adds nothing.
 *
 * @returns false if Follow Up Boss refuses, as for a key that isn't the account owner's or an address without https
 * @throws {RemoteError} for other failures
 */
export async function subscribe(remote: Remote, url: string): Promise<boolean> {
  try {
    const present = new Set(
      (await remote.listHooks()).filter((hook) => hook.url === url).map(({ event }) => event),
    )
    for (const event of HOOK_EVENTS) if (!present.has(event)) await remote.addHook(event, url)
    return true
  } catch (error) {
    if (error instanceof RemoteError && ['access', 'rejected'].includes(error.reason)) return false
    throw error
  }
}

/** Ends what `subscribe` asked for, if Follow Up Boss still lets us. */
export async function unsubscribe(remote: Remote, url: string, log: Log): Promise<void> {
  try {
    for (const hook of await remote.listHooks()) if (hook.url === url) await remote.removeHook(hook.id)
  } catch (error) {
    log.warn({ err: errorKindOf(error) }, 'Webhooks of Follow Up Boss could not be removed')
  }
}

const payload = z.looseObject({
  event: z.string(),
  resourceIds: z.array(z.number().int().positive().max(Number.MAX_SAFE_INTEGER)).max(MAX_HOOK_IDS),
})
const RESOURCES: readonly Resource[] = ['people', 'notes', 'tasks', 'events']

/**
 * The objects that a webhook names; null for another form. Its address for reading them is never called, and what the ids are
 * is read with the organization's own key.
 */
export function parseHook(body: Buffer): { resource: Resource; ids: number[] } | null {
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch {
    return null
  }
  const parsed = payload.safeParse(value)
  const resource = RESOURCES.find((name) => parsed.data?.event.startsWith(name))
  return parsed.data && resource ? { resource, ids: parsed.data.resourceIds } : null
}
