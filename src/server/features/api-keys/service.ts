import type { ApiKey, ApiKeyInput, ShownApiKey } from '#contract/api-keys.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, requireUserId } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { hasRole } from '#server/platform/http/access.ts'
import { digest, newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import { newToken, shownPartOf } from '#server/platform/tokens.ts'
import * as limits from './limits.ts'
import { createKeySessions } from './service/key-sessions.ts'
import * as store from './store.ts'

/** Keys of the public API. Each acts for one member, with at most the member's role. */
export function apiKeysService({ db }: Pick<Platform, 'db'>) {
  const isAdministrator = ({ actor }: Context) => actor.kind === 'user' && hasRole(actor, 'ADMIN')

  /** @throws {AppError} not_found for a key that the caller may not change */
  async function requireKey(
    tx: TenantTx,
    context: Context,
    id: string,
    { own }: { own: boolean },
  ): Promise<ApiKey> {
    const key = await store.findKeyById(tx, id)
    const isOwn = key?.userId === requireUserId(context)
    if (!key || !(isOwn || (!own && isAdministrator(context)))) throw notFound('API key')
    return key
  }

  return {
    ...createKeySessions(db),

    /** Own keys; those of all members for owners and administrators. */
    list: (context: Context): Promise<ApiKey[]> =>
      db.tenant(context.organizationId, (tx) =>
        store.listKeys(tx, isAdministrator(context) ? null : requireUserId(context)),
      ),

    /** @returns the key with its text, which isn't stored @throws {AppError} forbidden for a higher role, conflict */
    create: (context: Context, input: ApiKeyInput): Promise<ShownApiKey> =>
      db.tenant(context.organizationId, async (tx) => {
        const userId = requireUserId(context)
        if (context.actor.kind === 'user' && !hasRole(context.actor, input.role))
          throw new AppError('forbidden', "A key can't have a higher role than you")
        if ((await store.countKeys(tx, userId)) >= limits.MAX_KEYS)
          throw new AppError(
            'conflict',
            `You have ${limits.MAX_KEYS} keys, which is the limit. Revoke one first.`,
          )
        const id = newId()
        const token = newToken('key')
        await store.insertKey(tx, { ...input, id, userId, hash: digest(token), start: shownPartOf(token) })
        await audit(tx, {
          ...context,
          action: 'api-key.created',
          subject: id,
          details: { role: input.role, scopes: input.scopes.join(' ') },
        })
        return { ...(await requireKey(tx, context, id, { own: true })), key: token }
      }),

    /** Replaces an own key. @returns the key with its new text @throws {AppError} not_found; conflict while a former one works */
    rotate: (context: Context, id: string): Promise<ShownApiKey> =>
      db.tenant(context.organizationId, async (tx) => {
        await requireKey(tx, context, id, { own: true })
        const token = newToken('key')
        const isReplaced = await store.replaceKey(tx, {
          ...{ id, hash: digest(token), start: shownPartOf(token) },
          hours: limits.ROTATION_HOURS,
        })
        if (!isReplaced)
          throw new AppError(
            'conflict',
            `This key was rotated within the last ${limits.ROTATION_HOURS} hours, and its former one still works. Try again later, or add another key and revoke this one.`,
          )
        await audit(tx, { ...context, action: 'api-key.rotated', subject: id })
        return { ...(await requireKey(tx, context, id, { own: true })), key: token }
      }),

    /** @throws {AppError} not_found */
    revoke: (context: Context, id: string): Promise<void> =>
      db.tenant(context.organizationId, async (tx) => {
        await requireKey(tx, context, id, { own: false })
        await store.deleteKey(tx, id)
        await audit(tx, { ...context, action: 'api-key.revoked', subject: id })
      }),

    /** Revokes the keys of a leaving member; part of the caller's transaction. @returns how many */
    revokeAllOf: store.deleteKeysOf,

    /** Takes refunded credits off the day's count of the keys or apps that used them; part of the caller's transaction. */
    async giveCreditsBack(
      tx: TenantTx,
      refunds: readonly { keyId: string | null; ageSeconds: number }[],
    ): Promise<void> {
      const used = refunds.flatMap(({ keyId, ageSeconds }) => (keyId ? [{ keyId, ageSeconds }] : []))
      if (used.length > 0) await store.giveCreditsBack(tx, used)
    },

    /**
     * Counts credits that a key or connected app is about to use; part of the caller's transaction.
     *
     * @throws {AppError} forbidden past the limit of the day
     */
    async takeCredits(tx: TenantTx, { actor }: Context, credits: number): Promise<void> {
      if (actor.kind !== 'user' || !actor.key || credits === 0) return
      if (!(await store.takeCredits(tx, actor.key, credits)))
        throw new AppError('forbidden', 'This key reached its daily credit limit. Try again tomorrow.')
    },
  }
}
export type ApiKeysService = ReturnType<typeof apiKeysService>
