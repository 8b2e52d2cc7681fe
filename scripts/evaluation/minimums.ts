import { bandError, type Evaluation } from './evaluation.ts'

export type Minimum = {
  name: string
  value: number
  limit: number
  direction: 'at least' | 'at most'
  isMet: boolean
}

function minimum(name: string, value: number, direction: Minimum['direction'], limit: number): Minimum {
  return { name, value, limit, direction, isMet: direction === 'at least' ? value >= limit : value <= limit }
}

/**
 * Minimum results of the score in the simulation; NaN fails. Those of the ranking of everyone and of the calibration
 * were raised when public records were added, the others were set before the simulation first ran.
 */
export function minimumsOf({ all, owners, ece, bands }: Evaluation): Minimum[] {
  return [
    minimum('AUC, everyone', all.model.auc.value, 'at least', 0.73),
    minimum('AUC, owners', owners.model.auc.value, 'at least', 0.64),
    minimum(
      'AUC over counting signals, everyone',
      all.model.auc.value - all.counting.auc.value,
      'at least',
      0.1,
    ),
    minimum(
      'AUC over counting signals, owners',
      owners.model.auc.value - owners.counting.auc.value,
      'at least',
      0.05,
    ),
    minimum('Top-decile lift, owners', owners.model.lift.value, 'at least', 2.2),
    minimum('Calibration error (ECE)', ece, 'at most', 0.01),
    ...bands.map((band) =>
      minimum(`Band "${band.name}", distance from the truth`, Math.abs(bandError(band)), 'at most', 0.03),
    ),
  ]
}

/** A goal of the score, with the bounds that the records and the unseen set. */
export type Target = Minimum & {
  /** Result of the method that learned from the simulation; null if none did. */
  learned: number | null
  oracle: number | null
}

/** Goals for the score, reached or not. */
export function targetsOf({ all, owners, ece }: Evaluation): Target[] {
  return [
    {
      ...minimum('AUC, everyone', all.model.auc.value, 'at least', 0.73),
      learned: all.learned?.auc.value ?? null,
      oracle: all.oracle.auc.value,
    },
    {
      ...minimum('AUC, owners', owners.model.auc.value, 'at least', 0.67),
      learned: owners.learned?.auc.value ?? null,
      oracle: owners.oracle.auc.value,
    },
    {
      ...minimum('Top-decile lift, owners', owners.model.lift.value, 'at least', 2.6),
      learned: owners.learned?.lift.value ?? null,
      oracle: owners.oracle.lift.value,
    },
    { ...minimum('Calibration error (ECE)', ece, 'at most', 0.01), learned: null, oracle: null },
  ]
}
