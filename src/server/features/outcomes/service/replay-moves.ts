import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { IsoDate } from '#domain/enrichment/person-record.ts'
import {
  isInTop,
  type ReplayedPerson,
  type ReplayResult,
  replayedChance,
  replayMonth,
  summarizeReplay,
} from '#domain/score/replay.ts'
import type { ScorePolicy } from '#domain/score/score-input.ts'
import { moveDays } from '#domain/signals/move-history.ts'
import { toSignalInput } from '#server/features/scores/service.ts'
import type { TenantTx } from '#server/platform/db/database.ts'
import * as limits from '../limits.ts'
import * as store from '../store/replay.ts'

/**
 * Replays the organization's list as of six months before each known move, and counts the people who were in its top
 * fifth. Some contacts stand for a long list, so that the work is bounded.
 */
export async function replayMoves(
  tx: TenantTx,
  { today, policy }: { today: IsoDate; policy: ScorePolicy },
): Promise<ReplayResult> {
  const moves = await findMoves(tx, today)
  const months = Map.groupBy(moves.keys(), (id) => replayMonth(moves.get(id) ?? today))
  const comparison = await store.listComparison(tx, limits.REPLAY_COMPARISON)
  const ids = [...new Set([...comparison, ...moves.keys()])]
  const rows = await store.readReplayed(tx, ids)
  const peopleById = new Map(rows.map((row) => [row.id, personOf(row)] as const))
  const snapshots = Map.groupBy(
    await store.listPastChances(tx, ids, [...months.keys()]),
    ({ month }) => month,
  )

  const inTop: boolean[] = []
  for (const [month, movedIds] of months) {
    const replayedChances = new Map<string, number>()
    for (const id of new Set([...comparison, ...movedIds])) {
      const person = peopleById.get(id)
      if (person) replayedChances.set(id, replayedChance(person, { asOf: month, today, policy }))
    }
    const snapshotChances = new Map(snapshots.get(month)?.map(({ contactId, chance }) => [contactId, chance]))
    // A snapshot has the scores that the list really showed; it counts if it covers half of the comparison.
    const hasSnapshot = 2 * comparison.filter((id) => snapshotChances.has(id)).length >= comparison.length
    for (const id of movedIds) {
      const chances = hasSnapshot && snapshotChances.has(id) ? snapshotChances : replayedChances
      const chance = chances.get(id)
      if (chance === undefined) continue
      const otherChances = comparison.flatMap((other) => (other === id ? [] : (chances.get(other) ?? [])))
      inTop.push(isInTop(chance, otherChances))
    }
    // Each month takes several milliseconds, so other requests get a turn.
    await yieldToEventLoop()
  }
  return summarizeReplay(inTop, await store.countReplayable(tx))
}

/** The newest known move of each contact in the period, at most as many as are worth replaying. */
async function findMoves(tx: TenantTx, today: IsoDate): Promise<Map<string, IsoDate>> {
  const period = { from: yearsBefore(today, limits.REPLAY_YEARS), to: today }
  const recorded = await store.listRecordedMoves(tx, period, limits.REPLAY_READ)
  const keyOf = (contactId: string, movedOn: IsoDate) => `${contactId} ${movedOn}`
  const undoneKeys = new Set(
    recorded.flatMap(({ isUndone, contactId, movedOn }) => (isUndone ? keyOf(contactId, movedOn) : [])),
  )
  const newestMoves = new Map<string, IsoDate>()
  const addMove = (contactId: string, movedOn: IsoDate) => {
    const isKnown = movedOn <= (newestMoves.get(contactId) ?? '')
    if (movedOn >= period.from && !isKnown && !undoneKeys.has(keyOf(contactId, movedOn)))
      newestMoves.set(contactId, movedOn)
  }
  for (const { contactId, movedOn, isUndone } of recorded) if (!isUndone) addMove(contactId, movedOn)
  for (const { contactId, ...record } of await store.listHistories(tx, period, limits.REPLAY_READ)) {
    const { lastName, addresses, residence, homes } = record
    const history = { lastName, residence, addresses: addresses ?? [], homes: homes ?? [] }
    for (const movedOn of moveDays(history, today)) addMove(contactId, movedOn)
  }
  const sorted = [...newestMoves].toSorted(([, a], [, b]) => (a < b ? 1 : -1))
  return new Map(sorted.slice(0, limits.REPLAY_MOVES))
}

function yearsBefore(day: IsoDate, years: number): IsoDate {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCFullYear(date.getUTCFullYear() - years)
  return date.toISOString().slice(0, 10)
}

function personOf({ signals, ...row }: store.ReplayRow): ReplayedPerson {
  return { ...row, signals: (signals ?? []).flatMap(toSignalInput) }
}
