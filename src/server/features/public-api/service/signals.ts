import type { ApiScore } from '#contract/v1/scores.ts'
import type { ApiSignal } from '#contract/v1/signals.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import type { Context } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { BY_TIME, type Page, type PageQuery, readPage } from '#server/platform/page.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listSignals } from '../store/signals.ts'

/** Life events and scores as the public API shows them. */
export function apiSignals(
  { db }: Pick<Platform, 'db'>,
  {
    contacts,
    scores,
  }: { contacts: Pick<ContactsService, 'list' | 'listByIds'>; scores: Pick<ScoresService, 'explain'> },
) {
  return {
    /** @throws {AppError} invalid for a malformed cursor */
    list: (
      context: Context,
      { category, ...page }: PageQuery & { category?: string | undefined },
    ): Promise<Page<ApiSignal>> =>
      db.read(context.organizationId, (tx) =>
        readPage(BY_TIME, page, (range) =>
          listSignals(tx, range, { contactId: null, category: category ?? null }),
        ),
      ) as Promise<Page<ApiSignal>>,

    /** @throws {AppError} not_found; invalid for a malformed cursor */
    listOfContact: (context: Context, contactId: string, page: PageQuery): Promise<Page<ApiSignal>> =>
      db.read(context.organizationId, async (tx) => {
        if ((await contacts.listByIds(tx, [contactId])).length === 0) throw notFound('Contact')
        return readPage(BY_TIME, page, (range) => listSignals(tx, range, { contactId, category: null }))
      }) as Promise<Page<ApiSignal>>,

    /** Scored contacts, the highest score first. @throws {AppError} invalid for a malformed cursor */
    async listScores(context: Context, { limit, cursor }: PageQuery): Promise<Page<ApiScore>> {
      const { items, next } = await contacts.list(context, {
        ...{ sort: 'score', limit },
        ...(cursor === undefined ? {} : { cursor }),
      })
      const scored = items.flatMap((contact) =>
        contact.nineDScore === null ? [] : [{ ...contact, nineDScore: contact.nineDScore }],
      )
      return {
        items: scored.map(({ id, nineDScore, moveChance, moveLift, signalsDetected, topSignal }) => ({
          ...{ contactId: id, score: nineDScore, chance: moveChance, lift: moveLift },
          ...{ signals: signalsDetected, topSignal },
        })),
        // Contacts without a score come last.
        next: scored.length < items.length ? null : next,
      }
    },

    /** @throws {AppError} not_found */
    explain: async (context: Context, contactId: string) => ({
      ...(await scores.explain(context, contactId)),
      contactId,
    }),
  }
}
