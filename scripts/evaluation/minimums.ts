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

/** Minimum results of the score in the simulation, set before it first ran; NaN fails. */
export function minimumsOf({ all, owners, ece, bands }: Evaluation): Minimum[] {
  return [
    minimum('AUC, everyone', all.model.auc.value, 'at least', 0.7),
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
    minimum('Top-decile lift, owners', owners.model.lift, 'at least', 2.2),
    minimum('Calibration error (ECE)', ece, 'at most', 0.02),
    ...bands.map((band) =>
      minimum(`Band "${band.name}", distance from the truth`, Math.abs(bandError(band)), 'at most', 0.03),
    ),
  ]
}
