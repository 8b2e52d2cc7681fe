import { detectDeath } from './death.ts'
import { detectDebt } from './debt.ts'
import { detectDestinations } from './destinations.ts'
import type { DetectedSignal } from './detected-signal.ts'
import type { DetectionInput } from './detection.ts'
import { detectDiamonds } from './diamonds.ts'
import { detectDiapers } from './diapers.ts'
import { detectDiplomas } from './diplomas.ts'
import { detectDisaster } from './disaster.ts'
import { detectDivorce } from './divorce.ts'
import { detectDownsizing } from './downsizing.ts'
import { collectEvidence } from './evidence.ts'

const DETECTORS = [
  detectDeath,
  detectDivorce,
  detectDownsizing,
  detectDebt,
  detectDiapers,
  detectDiplomas,
  detectDiamonds,
  detectDestinations,
  detectDisaster,
]

/**
 * Detects life-event signals in enrichment results, in category order. Unknown and implausible values never produce a
 * signal. A document of a source produces one signal per subtype, even if it is delivered repeatedly.
 * @throws RangeError when `today` is not a day.
 */
export function detectSignals(input: DetectionInput): DetectedSignal[] {
  const evidence = collectEvidence(input)
  const byDocument = new Map<string, DetectedSignal>()
  for (const signal of DETECTORS.flatMap((detect) => detect(evidence))) {
    if (signal === null) continue
    const key = JSON.stringify([signal.subtype, signal.source, signal.documentId])
    const existing = byDocument.get(key)
    if (!existing || signal.confidence > existing.confidence) byDocument.set(key, signal)
  }
  return [...byDocument.values()]
}
