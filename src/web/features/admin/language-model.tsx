import type { ModelStatus } from '#contract/data-sources.ts'
import { formatMoment, formatQuantity } from '#web/lib/format.ts'
import { Entry, Setting, State } from './data-source-entry.tsx'

/** The connected language model and its status, or a note that none is connected. */
export function LanguageModel({ model }: { model: ModelStatus | null }) {
  return (
    <>
      <h3 className="mt-4 text-sm">Language model</h3>
      {model ? (
        <ul>
          <Entry title={model.name} about={model.host} badge={<State on breaker={model.breaker} />}>
            {formatQuantity(model.calls, 'question', 'questions')} ·{' '}
            {formatQuantity(model.failures, 'failure', 'failures')}
            {model.lastAnswerAt && ` · last answer ${formatMoment(model.lastAnswerAt)}`}
            {model.lastFailureAt && (
              <span className="block">
                Last failure {formatMoment(model.lastFailureAt)}: {model.lastFailure}
              </span>
            )}
          </Entry>
        </ul>
      ) : (
        <p className="mt-1 text-[13px] text-muted">
          None connected: answers, scripts and articles come from built-in templates. Set{' '}
          <Setting name="LLM_BASE_URL" /> and <Setting name="LLM_MODEL" /> to connect one.
        </p>
      )}
    </>
  )
}
