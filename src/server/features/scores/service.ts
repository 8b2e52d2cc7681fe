import type { ContactDetail } from '#contract/contacts.ts'
import type { ScoreExplanation } from '#contract/score.ts'
import { counterfactuals, scoreMeaning, signalDrivenChance } from '#domain/score/explain.ts'
import type { Subtype } from '#domain/score/parameters.ts'
import { scoreContact } from '#domain/score/score.ts'
import type { ScoredSignalInput, ScoreInput, ScorePolicy, ScoreResult } from '#domain/score/score-input.ts'
import { signalScore, signalStrength } from '#domain/score/signal-strength.ts'
import { householdOf } from '#domain/signals/household.ts'
import type { ContactsService } from '#server/features/contacts/service.ts'
import { dayOf } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

/** The 9D score of contacts: computing, keeping its history, explaining it. */
export function scoresService(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { contacts }: { contacts: ContactsService },
) {
  /** The organization's fair-housing switches. */
  const policyOf = async (tx: TenantTx): Promise<ScorePolicy> =>
    (await store.findPolicy(tx)) ?? { excludeFamilial: false, excludeAge: false }

  async function inputOf(tx: TenantTx, contact: ContactDetail): Promise<ScoreInput> {
    const policy = await policyOf(tx)
    const today = dayOf(clock.now())
    return {
      today,
      household: householdFor(contact, today),
      signals: contact.signals.flatMap(scoredSignal),
      policy,
    }
  }

  return {
    policyOf,

    /**
     * Scores a contact from its stored signals and keeps the result. Part of the caller's transaction; `cause` says in
     * a word why (`enriched`, `faded`).
     */
    async rescore(tx: TenantTx, contactId: string, cause: string): Promise<ScoreResult> {
      const contact = await contacts.detail(tx, contactId)
      const result = scoreContact(await inputOf(tx, contact))
      await contacts.knowledge.keepScore(tx, contactId, {
        score: result.score,
        chance: result.chance,
        lift: result.lift,
        strength: signalStrength(result.score),
        signalsDetected: result.signalsDetected,
        topSignal: result.topSignal,
        scoredAt: clock.now().toISOString(),
      })
      await contacts.knowledge.keepSignalScores(tx, signalColumns(contact, result))
      await store.insertHistory(tx, contactId, result, cause)
      return result
    },

    /** Why a contact has its score. @throws {AppError} not_found */
    explain: (context: Context, contactId: string): Promise<ScoreExplanation> =>
      db.tenant(context.organizationId, async (tx) => {
        const contact = await contacts.detail(tx, contactId)
        const history = await store.listHistory(tx, contactId)
        if (contact.nineDScore === null) return { ...UNSCORED, history }
        const input = await inputOf(tx, contact)
        const result = scoreContact(input)
        const categories = new Map(contact.signals.map(({ id, category }) => [id, category]))
        return {
          score: result.score,
          chance: result.chance,
          lift: result.lift,
          signalChance: signalDrivenChance(result.hazard),
          meaning: scoreMeaning(result, input.household.tenure),
          points: result.points.map(({ category, points }) => ({ category, points })),
          signals: result.signals.flatMap((signal) => {
            const category = categories.get(signal.id)
            return category ? [{ ...signal, category }] : []
          }),
          counterfactuals: counterfactuals(input, result).map(({ signalId, category, scoreWithout }) => ({
            signalId,
            category,
            without: scoreWithout,
          })),
          history,
          mayHaveMoved: result.mayHaveMoved,
          modelVersion: result.modelVersion,
        }
      }),

    /**
     * Fills the past twelve months of the history with what the model would have said of the signals known today, for
     * the sample people of a demo workspace, whose records were all found at once.
     */
    async drawPast(context: Context): Promise<void> {
      await db.tenant(context.organizationId, async (tx) => {
        for (const id of await store.staleContacts(tx, FAR_FUTURE, null, 1000)) {
          const contact = await contacts.detail(tx, id)
          const input = await inputOf(tx, contact)
          const months = Array.from({ length: 11 }, (_, i) => dayOf(monthsBefore(clock.now(), 11 - i)))
          const past = months.map((today) => ({
            at: `${today}T12:00:00Z`,
            result: scoreContact(pastInput(input, today)),
          }))
          await store.insertPast(tx, id, past)
        }
      })
    },

    /** Scores fade with their signals: rescores what was last scored before today, in batches, resumable by id. */
    async rescoreStale(context: Context): Promise<number> {
      const before = `${dayOf(clock.now())}T00:00:00Z`
      let rescored = 0
      let after: string | null = null
      for (;;) {
        const ids: string[] = await db.tenant(context.organizationId, async (tx) => {
          const batch = await store.staleContacts(tx, before, after, 200)
          for (const id of batch) {
            // Not to overwrite what an enrichment is finding out right now.
            if (await contacts.knowledge.lock(tx, id)) await this.rescore(tx, id, 'faded')
          }
          return batch
        })
        if (ids.length === 0) return rescored
        rescored += ids.length
        after = ids.at(-1) ?? null
      }
    },
  }
}
export type ScoresService = ReturnType<typeof scoresService>

const FAR_FUTURE = '9999-01-01T00:00:00Z'

function monthsBefore(now: Date, months: number): Date {
  const day = new Date(now)
  day.setUTCMonth(day.getUTCMonth() - months)
  return day
}

/** What was to be known on an earlier day: events that had not happened yet are left out. */
function pastInput(input: ScoreInput, today: string): ScoreInput {
  return { ...input, today, signals: input.signals.filter(({ eventDate }) => eventDate <= today) }
}

const UNSCORED: ScoreExplanation = {
  score: null,
  chance: null,
  lift: null,
  signalChance: null,
  meaning: 'Not scored yet: enrich this contact to look for signals',
  points: [],
  signals: [],
  counterfactuals: [],
  history: [],
  mayHaveMoved: false,
  modelVersion: null,
}

function householdFor(contact: ContactDetail, today: string): ScoreInput['household'] {
  const current = {
    person: contact.enrichmentData,
    properties: contact.properties.flatMap(propertyRecord),
    publicRecords: [],
  }
  return householdOf(contact, contact.enrichedAt ? current : null, null, today)
}

/** A stored property without its structured part carries nothing for the household. */
function propertyRecord({ id: _, propertyData, ...property }: ContactDetail['properties'][number]) {
  return propertyData ? [{ ...property, propertyData }] : []
}

function scoredSignal({
  id,
  category,
  confidenceScore,
  eventDate,
  source,
  metadata,
}: ContactDetail['signals'][number]) {
  if (!eventDate || confidenceScore === null) return []
  const signal: ScoredSignalInput = {
    id,
    category,
    // Written by the detection rules; a subtype the model does not know is left out by it.
    subtype: String(metadata?.subtype) as Subtype,
    confidence: confidenceScore,
    eventDate,
    source: source ?? '',
    documentId: typeof metadata?.documentId === 'string' ? metadata.documentId : null,
  }
  return [signal]
}

function signalColumns(contact: ContactDetail, result: ScoreResult) {
  const confidence = new Map(contact.signals.map(({ id, confidenceScore }) => [id, confidenceScore ?? 0]))
  return result.signals.map((signal) => ({
    id: signal.id,
    score: signalScore(confidence.get(signal.id) ?? 0, signal.intensity),
    metadata: {
      live: signal.live,
      intensity: signal.intensity,
      hazard: signal.hazard,
      points: signal.points,
      peakFrom: signal.peakFrom,
      peakTo: signal.peakTo,
      expiresAt: signal.expiresAt,
      modelVersion: result.modelVersion,
    },
  }))
}
