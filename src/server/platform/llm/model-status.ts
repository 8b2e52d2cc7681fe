import type { BreakerState } from '../providers/http/circuit-breaker.ts'
import type { ConnectedModel } from './language-model.ts'

/** Status of a connected model, for operators. Counts are of this process since its start. */
export type ModelStatus = {
  name: string
  host: string
  /** Requests, not counting retries. */
  calls: number
  failures: number
  /** `open`: calls are paused after repeated failures. */
  breaker: BreakerState
  lastAnswerAt: string | null
  lastFailureAt: string | null
  /** A constant text that contains nothing of a question or answer. */
  lastFailure: string | null
}

/** A connected model with its status. */
export type ObservedModel = ConnectedModel & { status(): ModelStatus }
