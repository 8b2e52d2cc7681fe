import { useRef } from 'react'
import type { SignalRuleCheck } from '#contract/signal-rules.ts'
import { RULE_LIMITS } from '#domain/signal-rules/limits.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Field, Textarea } from '#web/ui/form.tsx'
import { useCompletion } from './use-completion.ts'

interface ConditionFieldProps {
  value: string
  onValue: (value: string) => void
  errors: SignalRuleCheck['errors']
}

/** The condition of a rule, with completion and its errors at their places. */
export function ConditionField({ value, onValue, errors }: ConditionFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { listId, options, areaProps, optionProps } = useCompletion(area, value, onValue)
  const showPlace = ({ start, end }: SignalRuleCheck['errors'][number]) => {
    area.current?.focus()
    area.current?.setSelectionRange(start, Math.max(end, start))
  }
  return (
    <div>
      <div className="relative">
        <Field
          label="Condition"
          required
          hint={
            'For example: property.yearsOwned >= 15 && tags.includes("Sphere"). Type a word to see variables and functions.'
          }
        >
          <Textarea
            ref={area}
            rows={4}
            maxLength={RULE_LIMITS.maxLength}
            spellCheck={false}
            autoCapitalize="off"
            className="font-mono [font-variant-ligatures:none]"
            value={value}
            onValue={onValue}
            aria-invalid={errors.length > 0 ? true : undefined}
            {...areaProps}
          />
        </Field>
        {options.length > 0 && (
          <div
            id={listId}
            role="listbox"
            aria-label="Variables and functions"
            className="absolute inset-x-0 top-full z-10 mt-1 max-h-64 overflow-y-auto rounded-lg border border-line-strong bg-surface p-1 shadow-lg"
          >
            {options.map((option) => (
              <div
                key={option.name}
                {...optionProps(option)}
                className="cursor-pointer rounded-md px-2 py-1.5 text-[13px] aria-selected:bg-raised max-md:py-2.5"
              >
                <span className="font-mono text-text">{option.insert}</span>
                <span className="ml-2 text-muted">{option.text}</span>
              </div>
            ))}
          </div>
        )}
      </div>
      <div role="alert">
        {errors.length > 0 && (
          <ul className="mt-2 grid gap-2">
            {errors.map((error) => (
              <li
                key={`${error.start}-${error.message}`}
                className="rounded-lg border border-red/50 px-3 py-2"
              >
                <p className="text-sm text-red">{error.message}</p>
                <ErrorPlace text={value} {...error} />
                <Button size="row" className="mt-1" onClick={() => showPlace(error)}>
                  Go to the error
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}

const SURROUNDING = 30

/** The part of the text around an error, with the error marked. */
function ErrorPlace({ text, start, end }: { text: string; start: number; end: number }) {
  const marked = text.slice(start, end) || '␣'
  const { line, column } = lineAndColumn(text, start)
  return (
    <p className="mt-1 text-[13px] text-muted">
      {line > 1 ? `Line ${line}, column ${column}: ` : `Column ${column}: `}
      <code className="font-mono wrap-anywhere [font-variant-ligatures:none]">
        {text.slice(Math.max(0, start - SURROUNDING), start)}
        <mark
          className={cx('bg-transparent font-semibold text-text underline decoration-red decoration-wavy')}
        >
          {marked}
        </mark>
        {text.slice(end, end + SURROUNDING)}
      </code>
    </p>
  )
}

function lineAndColumn(text: string, position: number): { line: number; column: number } {
  const lines = text.slice(0, position).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
