import type { BreakerState } from '../providers/http/circuit-breaker.ts'
import type { ConnectedModel } from './language-model.ts'

/** How a connected model is doing, as its operator sees it. Figures are of this process since its start. */
export type ModelStatus = {
  name: string
  host: string
  /** Questions that were sent, each once however many tries it took. */
  calls: number
  failures: number
  /** `open`: the endpoint is left alone for a while after repeated failures. */
  breaker: BreakerState
  lastAnswerAt: string | null
  lastFailureAt: string | null
  /** What went wrong then: a constant text, with no word of a question or an answer. */
  lastFailure: string | null
}

/** A connected model that also tells how it is doing. */
export type ObservedModel = ConnectedModel & { status(): ModelStatus }
