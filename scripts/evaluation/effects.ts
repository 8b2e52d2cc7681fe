import { SUBTYPES, type Subtype, type SubtypeParameters } from '#domain/score/parameters.ts'
import { MISTAKES } from './assumptions.ts'
import type { Random } from './random.ts'

/** True effect of an event; close to the score's parameters, never equal. */
export type TrueEffect = {
  /** Added hazard per year at full strength. */
  added: number
  /** Relative increase of the hazard without an event, at full strength. */
  raised: number
  /** Start, full-strength period and fading of the effect, in months after the event. */
  begins: number
  fullFrom: number
  fullTo: number
  halfLife: number
}

/** Draws the true effect of one event of a kind. */
export type EffectModel = (subtype: Subtype, random: Random) => TrueEffect

function drawEffect(believed: SubtypeParameters, random: Random): TrueEffect {
  const size = Math.exp(MISTAKES.effect * random.normal())
  const later = MISTAKES.timing * (2 * random.uniform() - 1)
  return {
    added: believed.alpha * size,
    raised: (believed.hazardRatio - 1) * size,
    begins: later - believed.lead,
    fullFrom: later + believed.peak[0],
    fullTo: later + believed.peak[1],
    halfLife: believed.halfLife * Math.exp(MISTAKES.halfLife * random.normal()),
  }
}

/** Draws an independent effect for each event around the score's parameters (`MISTAKES`). */
export const effectPerEvent: EffectModel = (subtype, random) => drawEffect(SUBTYPES[subtype], random)

/** Draws one effect per kind, the same for every person: the score is wrong about whole kinds of events. */
export function effectPerKind(random: Random): EffectModel {
  const drawn = new Map<Subtype, TrueEffect>()
  for (const subtype of Object.keys(SUBTYPES) as Subtype[])
    drawn.set(subtype, effectPerEvent(subtype, random))
  return (subtype) => drawn.get(subtype) ?? effectPerEvent(subtype, random)
}

/** Strength of an event (0 to 1) a number of months after it, negative for before; it fades without a cutoff. */
export function strengthAt(effect: TrueEffect, months: number): number {
  if (months >= effect.fullFrom && months <= effect.fullTo) return 1
  if (months > effect.fullTo) return 0.5 ** ((months - effect.fullTo) / effect.halfLife)
  if (months <= effect.begins) return 0
  return (months - effect.begins) / (effect.fullFrom - effect.begins)
}
