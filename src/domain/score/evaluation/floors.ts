import { bandError, type Evaluation } from './evaluation.ts'

export type Floor = {
  name: string
  value: number
  limit: number
  direction: 'at least' | 'at most'
  met: boolean
}

const atLeast = (name: string, value: number, limit: number): Floor => ({
  name,
  value,
  limit,
  direction: 'at least',
  met: value >= limit,
})

const atMost = (name: string, value: number, limit: number): Floor => ({
  name,
  value,
  limit,
  direction: 'at most',
  met: value <= limit,
})

/** Minimum results of the score in the simulation, set before it first ran; NaN fails. */
export function floorsOf({ all, owners, ece, bands }: Evaluation): Floor[] {
  return [
    atLeast('AUC, everybody', all.model.auc.value, 0.7),
    atLeast('AUC, owners', owners.model.auc.value, 0.64),
    atLeast('AUC over counting signals, everybody', all.model.auc.value - all.counting.auc.value, 0.1),
    atLeast('AUC over counting signals, owners', owners.model.auc.value - owners.counting.auc.value, 0.05),
    atLeast('Top-decile lift, owners', owners.model.lift, 2.2),
    atMost('Calibration error (ECE)', ece, 0.02),
    ...bands.map((band) =>
      atMost(`Band "${band.name}", distance from the truth`, Math.abs(bandError(band)), 0.03),
    ),
  ]
}
