import { bandError, type Evaluation } from './evaluation.ts'

export type Floor = {
  name: string
  value: number
  limit: number
  direction: 'at least' | 'at most'
  met: boolean
}

function floor(name: string, value: number, direction: Floor['direction'], limit: number): Floor {
  return { name, value, limit, direction, met: direction === 'at least' ? value >= limit : value <= limit }
}

/** Minimum results of the score in the simulation, set before it first ran; NaN fails. */
export function floorsOf({ all, owners, ece, bands }: Evaluation): Floor[] {
  return [
    floor('AUC, everybody', all.model.auc.value, 'at least', 0.7),
    floor('AUC, owners', owners.model.auc.value, 'at least', 0.64),
    floor(
      'AUC over counting signals, everybody',
      all.model.auc.value - all.counting.auc.value,
      'at least',
      0.1,
    ),
    floor(
      'AUC over counting signals, owners',
      owners.model.auc.value - owners.counting.auc.value,
      'at least',
      0.05,
    ),
    floor('Top-decile lift, owners', owners.model.lift, 'at least', 2.2),
    floor('Calibration error (ECE)', ece, 'at most', 0.02),
    ...bands.map((band) =>
      floor(`Band "${band.name}", distance from the truth`, Math.abs(bandError(band)), 'at most', 0.03),
    ),
  ]
}
