import { SUBTYPES, type Subtype, type SubtypeParameters } from '../parameters.ts'
import { MISTAKES } from './assumptions.ts'
import type { Random } from './random.ts'

/** What an event truly does; near what the score believes, and never the same. */
export type TrueEffect = {
  /** Added hazard per year at full strength. */
  added: number
  /** Share by which the hazard without an event is raised at full strength. */
  raised: number
  /** Full-strength months of the event, and where it begins and how it fades, in months after it. */
  begins: number
  fullFrom: number
  fullTo: number
  halfLife: number
}

/** The true effect of one more event of a kind. */
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

/** Each event has an effect of its own around what the score believes of its kind (`MISTAKES`). */
export const effectPerEvent: EffectModel = (subtype, random) => drawEffect(SUBTYPES[subtype], random)

/** A world in which the score is wrong about whole kinds of events: one draw a kind, the same for everybody. */
export function effectPerKind(random: Random): EffectModel {
  const drawn = new Map<Subtype, TrueEffect>()
  for (const subtype of Object.keys(SUBTYPES) as Subtype[])
    drawn.set(subtype, effectPerEvent(subtype, random))
  return (subtype) => drawn.get(subtype) ?? effectPerEvent(subtype, random)
}

/** Strength of an event so many months after it (negative: before), 0 to 1; it fades and is never cut off. */
export function strengthAt(effect: TrueEffect, months: number): number {
  if (months >= effect.fullFrom && months <= effect.fullTo) return 1
  if (months > effect.fullTo) return 0.5 ** ((months - effect.fullTo) / effect.halfLife)
  if (months <= effect.begins) return 0
  return (months - effect.begins) / (effect.fullFrom - effect.begins)
}
