import {
  SYNC_KINDS,
  SYNC_STAGES,
  type SyncDirections,
  type SyncKind,
  type SyncStage,
} from '#contract/follow-up-boss.ts'
import type { Side } from '#domain/follow-up-boss/three-way.ts'
import { AppError } from '#server/platform/errors.ts'
import { RemoteError } from '#server/platform/follow-up-boss/client.ts'

export const DEFAULT_DIRECTIONS: SyncDirections = {
  ...{ people: 'both', notes: 'both', tasks: 'both', activities: 'both' },
}

/** Sides that a direction lets us write to. */
export function sidesOf(direction: SyncDirections[SyncKind]): Record<Side, boolean> {
  return {
    here: direction === 'both' || direction === 'in',
    there: direction === 'both' || direction === 'out',
  }
}

/** Tells whether directions let something go over that stayed on its side before. */
export function isWider(next: SyncDirections, former: SyncDirections): boolean {
  return SYNC_KINDS.some((kind) => {
    const [now, before] = [sidesOf(next[kind]), sidesOf(former[kind])]
    return (now.here && !before.here) || (now.there && !before.there)
  })
}

const STAGE_OF: Record<SyncKind, SyncStage> = {
  ...{ people: 'people', notes: 'notes', tasks: 'tasks', activities: 'events' },
}

/** The stage from which the import has to start again, because it left out what may come in now; null if it needn't. */
export function stageToRepeat(
  next: SyncDirections,
  { directions, stage }: { directions: SyncDirections; stage: SyncStage },
): SyncStage | null {
  const opened = SYNC_KINDS.find((kind) => sidesOf(next[kind]).here && !sidesOf(directions[kind]).here)
  const from = opened && STAGE_OF[opened]
  return from && SYNC_STAGES.indexOf(from) <= SYNC_STAGES.indexOf(stage) ? from : null
}

/** Events of Follow Up Boss that we ask for. */
export const HOOK_EVENTS = [
  ...['peopleCreated', 'peopleUpdated', 'peopleDeleted', 'peopleTagsCreated', 'peopleStageUpdated'],
  ...['notesCreated', 'notesUpdated', 'tasksCreated', 'tasksUpdated', 'eventsCreated'],
]

/** Tells an owner why a call failed. */
export function connectionError(error: unknown): unknown {
  if (!(error instanceof RemoteError)) return error
  const texts: Partial<Record<RemoteError['reason'], string>> = {
    key: 'Follow Up Boss refused this API key. Copy it again from Admin > API.',
    access: 'Follow Up Boss refused access. Check that the account is active.',
    busy: 'Follow Up Boss limits calls right now. Try again in a minute.',
  }
  const text = texts[error.reason] ?? "Follow Up Boss didn't answer as expected. Try again in a minute."
  return new AppError(error.reason === 'key' ? 'invalid' : 'conflict', text, {
    ...(error.reason === 'key' && { fields: { apiKey: text } }),
  })
}

export const notAvailable = () =>
  new AppError('conflict', 'Follow Up Boss is not set up on this installation. Ask its operator.')
export const notConnected = () => new AppError('conflict', 'Follow Up Boss is not connected.')
