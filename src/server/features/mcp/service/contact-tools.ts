import { z } from 'zod'
import type { ContactDetail, ContactSummary } from '#contract/contacts.ts'
import { category } from '#contract/contacts.ts'
import { batchContacts } from '#contract/v1/contacts.ts'
import { CHANNELS } from '#domain/compliance/outreach.ts'
import type { ChangesService } from '#server/features/changes/service.ts'
import type { ConsentsService } from '#server/features/consents/service.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import type { EnrichmentService } from '#server/features/enrichment/service.ts'
import type { PublicApiService } from '#server/features/public-api/service.ts'
import type { ScoresService } from '#server/features/scores/service.ts'
import { AppError } from '#server/platform/errors.ts'
import * as limits from '../limits.ts'
import { id, parseWith, type Tool, type ToolCall, tool } from './tool.ts'

export type ContactFeatures = {
  contacts: Pick<ContactsService, 'list' | 'readCard'>
  publicApi: Pick<PublicApiService, 'contacts'>
  scores: Pick<ScoresService, 'explain'>
  changes: Pick<ChangesService, 'list'>
  consents: Pick<ConsentsService, 'setDoNotContact'>
  enrichment: Pick<EnrichmentService, 'enrich'>
}

const limit = z.number().int().min(1).max(limits.MAX_PAGE).default(20)
const cursor = z.string().max(300).optional()
const line = (max: number) => z.string().max(max).optional()

/** A contact without its signals and scores, unless the key allows them. */
function shownContact(contact: ContactSummary, { can }: Pick<ToolCall, 'can'>) {
  const { firstName, lastName, email, phone, address, city, state, zipCode } = contact
  const { relationship, doNotContact, optedOutChannels, lastConversationAt, listed } = contact
  return {
    id: contact.id,
    source: 'contact record',
    ...{ firstName, lastName, email, phone, address, city, state, zipCode, relationship },
    tags: contact.tags.map(({ name }) => name),
    ...{ doNotContact, optedOutChannels, lastConversationAt },
    ...(can('signals:read')
      ? { score: contact.nineDScore, moveChance: contact.moveChance, topSignal: contact.topSignal, listed }
      : {}),
  }
}

function shownSignals({ signals }: ContactDetail) {
  return signals.slice(0, limits.MAX_SIGNALS).map(({ category, source, description, eventDate }) => ({
    ...{ category, source: source ?? 'unknown', description, eventDate },
  }))
}

export function contactTools(features: ContactFeatures): Tool[] {
  const { contacts, publicApi, scores, changes, consents, enrichment } = features
  return [
    tool({
      name: 'search_contacts',
      title: 'Search contacts',
      description: 'Find contacts by name, email, phone, city or ZIP code. Scores need signals:read.',
      scopes: ['contacts:read'],
      isReadOnly: true,
      input: z.strictObject({
        query: line(100).describe('Name, email address or phone number'),
        city: line(100),
        zip: line(16),
        minScore: z.number().int().min(0).max(100).optional(),
        signal: category.optional().describe('Only contacts with this live signal'),
        sort: z.enum(['score', 'name', 'task']).default('name'),
        limit,
        cursor,
      }),
      async run(call, { query, city, zip, minScore, signal, sort, limit, cursor }) {
        const readsScores = minScore !== undefined || signal !== undefined || sort === 'score'
        if (readsScores && !call.can('signals:read'))
          throw new AppError('forbidden', 'Filters and order by signals and scores need signals:read')
        const page = await contacts.list(call.context, {
          ...{ sort, limit },
          ...(query ? { search: query } : {}),
          ...(city ? { city: [city] } : {}),
          ...(zip ? { zip: [zip] } : {}),
          ...(minScore === undefined ? {} : { minScore }),
          ...(signal ? { signals: [signal] } : {}),
          ...(cursor ? { cursor } : {}),
        })
        const found = page.items.map((contact) => shownContact(contact, call))
        return { contacts: found, total: page.total, next: page.next }
      },
    }),
    tool({
      name: 'get_contact',
      title: 'Get a contact',
      description: 'Read one contact with notes and, with signals:read, life events and score.',
      scopes: ['contacts:read'],
      isReadOnly: true,
      input: z.strictObject({ contactId: id }),
      async run(call, { contactId }) {
        const card = await contacts.readCard(call.context, contactId)
        return {
          ...shownContact(card, call),
          notes: card.notes,
          notesSource: 'notes of members and imported files',
          ...(call.can('signals:read') ? { signals: shownSignals(card) } : {}),
        }
      },
    }),
    tool({
      name: 'explain_score',
      title: 'Explain a score',
      description:
        'The points behind a score, the record behind each signal, and what it would be without it.',
      scopes: ['signals:read'],
      isReadOnly: true,
      input: z.strictObject({ contactId: id }),
      async run({ context }, { contactId }) {
        const { score, chance, lift, meaning, ...rest } = await scores.explain(context, contactId)
        return {
          ...{ contactId, score, chance, lift, meaning },
          points: rest.points.map(({ category, points }) => ({ category, points })),
          signals: rest.signals
            .slice(0, limits.MAX_SIGNALS)
            .map(({ category, state, points, expiresAt, evidence }) => ({
              ...{ category, state, points, expiresAt },
              source: evidence.provider ?? 'unknown',
              ...{ description: evidence.description, documentType: evidence.documentType },
              ...{ eventDate: evidence.eventDate, confidence: evidence.confidence, sample: evidence.sample },
            })),
          without: rest.counterfactuals.map(({ category, without }) => ({ category, score: without })),
          ...{ mayHaveMoved: rest.mayHaveMoved, listedForSale: rest.listedForSale, asOf: rest.asOf },
        }
      },
    }),
    tool({
      name: 'list_changes',
      title: 'List changes',
      description:
        'Scores that rose or fell, first scores and new signals since a day (default: 7 days ago).',
      scopes: ['contacts:read', 'signals:read'],
      isReadOnly: true,
      input: z.strictObject({
        since: z.string().max(40).optional().describe('YYYY-MM-DD or a time'),
        kind: z.enum(['risen', 'fallen', 'firstScores', 'newSignals']).optional(),
        limit,
        cursor: cursor.describe('Only with kind'),
      }),
      async run({ context }, { since, kind, limit, cursor }) {
        if (since !== undefined && Number.isNaN(Date.parse(since)))
          throw new AppError('invalid', 'since: Use YYYY-MM-DD')
        const found = await changes.list(context, { since, kind, limit, cursor })
        const shown = (['risen', 'fallen', 'firstScores', 'newSignals'] as const).flatMap((each) =>
          found[each].items.map(({ contactId, name, from, to, cause, category, description, at }) => ({
            ...{ kind: each, contactId, name, from, to, cause, category, description, at },
            source: each === 'newSignals' ? 'signal record' : 'score history',
          })),
        )
        return { since: found.since, changes: shown, next: kind ? found[kind].next : null }
      },
    }),
    tool({
      name: 'upsert_contact',
      title: 'Add or change a contact',
      description:
        "Change a contact by contactId or another program's source and externalId; otherwise add the person, or change the one already there. Fields left out stay.",
      scopes: ['contacts:write'],
      isReadOnly: false,
      isIdempotent: true,
      input: z.strictObject({
        contactId: id.optional(),
        source: line(40).describe('The other program, such as my-crm'),
        externalId: line(200),
        firstName: line(100),
        lastName: line(100),
        email: line(254),
        phone: line(40),
        address: line(200),
        city: line(100),
        state: line(2),
        zipCode: line(10),
      }),
      async run({ context, can }, { contactId, ...input }) {
        const { items } = parseWith(batchContacts.body, {
          items: [{ ...(contactId ? { id: contactId } : {}), ...input }],
        })
        const [result] = await publicApi.contacts.saveAll(context, items)
        if (!result?.id || result.error) {
          const fields = Object.fromEntries(
            (result?.error?.errors ?? []).map(({ field, message }) => [field, message]),
          )
          throw new AppError(
            (result?.error?.code ?? 'internal') as 'invalid',
            result?.error?.detail ?? "The contact couldn't be saved",
            { fields },
          )
        }
        return {
          ...{ contactId: result.id, isNew: result.status === 201 },
          ...(can('contacts:read') ? { contact: await publicApi.contacts.get(context, result.id) } : {}),
        }
      },
    }),
    tool({
      name: 'enrich_contact',
      title: 'Enrich a contact',
      description: 'Look up public records and providers for a contact. A match uses one credit.',
      scopes: ['enrichment:run'],
      isReadOnly: false,
      question: 'Enrich this contact? A match uses one credit.',
      rate: 'heavy',
      input: z.strictObject({ contactId: id }),
      async run({ context, can, mayWait }, { contactId }) {
        const contact = await enrichment.enrich(context, contactId, { mayWait })
        if (!contact) return { contactId, status: 'running' }
        return {
          ...{ contactId, status: 'matched' },
          ...(can('signals:read') ? { score: contact.nineDScore, signals: shownSignals(contact) } : {}),
        }
      },
    }),
    tool({
      name: 'set_do_not_contact',
      title: 'Set do not contact',
      description:
        'Record that a person opted out of one channel or all. Lifting an opt-out is only possible in the app.',
      scopes: ['contacts:write'],
      isReadOnly: false,
      isIdempotent: true,
      input: z.strictObject({
        contactId: id,
        channel: z.enum(['all', ...CHANNELS]).default('all'),
        reason: line(200),
      }),
      async run({ context }, { contactId, channel, reason }) {
        const change = { doNotContact: true, channel, reason: reason ?? null }
        const { doNotContact, optedOutChannels } = await consents.setDoNotContact(context, contactId, change)
        return { contactId, doNotContact, optedOutChannels }
      },
    }),
  ]
}
