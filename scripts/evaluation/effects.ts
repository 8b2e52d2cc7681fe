import type { Subtype } from '#domain/score/parameters.ts'
import { DEVIATIONS } from './assumptions.ts'
import type { Random } from './random.ts'
import { TRUE_KINDS } from './truth.ts'

/** True effect of an event; close to the center of its kind, never equal. */
export type TrueEffect = {
  /** Added hazard per year at full strength. */
  addedHazard: number
  /** Relative increase of the hazard without an event, at full strength. */
  relativeIncrease: number
  /** Start, full-strength period and fading of the effect, in months after the event. */
  start: number
  fullFrom: number
  fullTo: number
  halfLife: number
}

/** Draws the true effect of one event of a kind. */
export type EffectModel = (subtype: Subtype, random: Random) => TrueEffect

function drawEffect(subtype: Subtype, random: Random): TrueEffect {
  const center = TRUE_KINDS[subtype]
  const strength = Math.exp(DEVIATIONS.effect * random.normal())
  const delay = DEVIATIONS.timing * (2 * random.uniform() - 1)
  return {
    addedHazard: center.addedHazard * strength,
    relativeIncrease: (center.hazardRatio - 1) * strength,
    start: delay - center.lead,
    fullFrom: delay + center.peak[0],
    fullTo: delay + center.peak[1],
    halfLife: center.halfLife * Math.exp(DEVIATIONS.halfLife * random.normal()),
  }
}

/** Draws an independent effect for each event around the center of its kind (`DEVIATIONS`). */
export const effectPerEvent: EffectModel = (subtype, random) => drawEffect(subtype, random)

/** Draws one effect per kind, the same for every person: the score is wrong about whole kinds of events. */
export function effectPerKind(random: Random): EffectModel {
  const effects = new Map<Subtype, TrueEffect>()
  for (const subtype of Object.keys(TRUE_KINDS) as Subtype[])
    effects.set(subtype, effectPerEvent(subtype, random))
  return (subtype) => effects.get(subtype) ?? effectPerEvent(subtype, random)
}

/** The same effects, larger or smaller by a factor. */
export function scaleEffects(effectOf: EffectModel, factor: number): EffectModel {
  return (subtype, random) => {
    const effect = effectOf(subtype, random)
    const { addedHazard, relativeIncrease } = effect
    return { ...effect, addedHazard: factor * addedHazard, relativeIncrease: factor * relativeIncrease }
  }
}

/** Strength of an event (0 to 1) a number of months after it, negative for before; it fades without a cutoff. */
export function strengthAt(effect: TrueEffect, months: number): number {
  if (months >= effect.fullFrom && months <= effect.fullTo) return 1
  if (months > effect.fullTo) return 0.5 ** ((months - effect.fullTo) / effect.halfLife)
  if (months <= effect.start) return 0
  return (months - effect.start) / (effect.fullFrom - effect.start)
}
