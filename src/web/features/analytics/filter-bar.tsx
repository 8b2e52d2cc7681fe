import { SlidersHorizontal, X } from 'lucide-react'
import { useId, useState } from 'react'
import { CHIP, CHIP_ON } from '#web/features/contacts/chip-classes.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Checkbox, Field, Input, Select } from '#web/ui/form.tsx'
import { useFilterChoices, useSources } from './filter-choices.ts'
import {
  type AnalyticsUrlState,
  FILTER_KEYS,
  type FilterKey,
  useAnalyticsUrlState,
} from './use-analytics-url-state.ts'

const DEFAULT_DAYS = '30'
const OWN_RANGE = 'own'
const PERIODS = [
  { value: '7', label: 'Last 7 days' },
  { value: DEFAULT_DAYS, label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: '365', label: 'Last 12 months' },
  { value: OWN_RANGE, label: 'Own dates' },
]

interface FilterBarProps {
  /** The server's errors by filter. */
  errors: Record<string, string>
  hasSide: boolean
  hasPeriod: boolean
}

/** Period, comparison and filters of a view. */
export function FilterBar({ errors, hasSide, hasPeriod }: FilterBarProps) {
  const urlState = useAnalyticsUrlState()
  const { query, change } = urlState
  const keys = FILTER_KEYS.filter((key) => hasSide || key !== 'side')
  const activeKeys = keys.filter((key) => query[key] !== undefined)
  const [isOpen, setOpen] = useState(false)
  const panelId = useId()
  return (
    <section aria-label="Filters" className="grid gap-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        {hasPeriod && <PeriodFields urlState={urlState} errors={errors} />}
        <Button aria-expanded={isOpen} aria-controls={panelId} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden />
          Filters
          {activeKeys.length > 0 && <span className="text-muted tabular-nums">{activeKeys.length}</span>}
        </Button>
        {hasPeriod && (
          <Checkbox
            label="Compare with the period before"
            className="py-1.5 text-sm max-md:py-2.5"
            checked={query.compare === 'previous'}
            onChange={(event) => change({ compare: event.target.checked ? 'previous' : null })}
          />
        )}
      </div>
      <div id={panelId} className={cx('contents', !isOpen && 'hidden')}>
        {isOpen && <FilterFields keys={keys} urlState={urlState} errors={errors} />}
      </div>
      {activeKeys.length > 0 && <ActiveFilters keys={activeKeys} urlState={urlState} />}
    </section>
  )
}

function PeriodFields({ urlState, errors }: { urlState: AnalyticsUrlState; errors: Record<string, string> }) {
  const { query, change } = urlState
  const [isChoosing, setChoosing] = useState(false)
  const isOwn = isChoosing || Boolean(query.from) || Boolean(query.to)
  const days = PERIODS.find(({ value }) => value === query.days)?.value
  const choose = (value: string) => {
    setChoosing(value === OWN_RANGE)
    if (value === OWN_RANGE) return
    change({ days: value === DEFAULT_DAYS ? null : value, from: null, to: null })
  }
  const save = (key: 'from' | 'to') => (day: string) => change({ [key]: day || null, days: null })
  return (
    <>
      <Select
        aria-label="Period"
        className="w-40 max-sm:w-full"
        options={PERIODS}
        value={isOwn ? OWN_RANGE : (days ?? DEFAULT_DAYS)}
        onValue={choose}
      />
      {isOwn && (
        <div className="flex flex-wrap gap-2">
          {(['from', 'to'] as const).map((key) => (
            <Field
              key={key}
              label={key === 'from' ? 'First day' : 'Last day'}
              hideLabel
              error={errors[key]}
              className="w-40"
            >
              <DateInput key={query[key] ?? ''} savedDay={query[key] ?? ''} onSave={save(key)} />
            </Field>
          ))}
        </div>
      )}
    </>
  )
}

interface FilterFieldsProps {
  keys: readonly FilterKey[]
  urlState: AnalyticsUrlState
  errors: Record<string, string>
}

function FilterFields({ keys, urlState, errors }: FilterFieldsProps) {
  const { query, change } = urlState
  const choices = useFilterChoices(query, useSources())
  return (
    <div className="grid grid-cols-2 gap-3 rounded-lg border border-line p-3 md:grid-cols-4">
      {keys.map((key) => {
        const { label, anyLabel, options } = choices[key]
        const value = query[key] ?? ''
        const set = (next: string) => change({ [key]: next.trim() || null })
        return (
          <Field key={key} label={label} error={errors[key]} className="min-w-0">
            {options ? (
              <Select placeholder={anyLabel} options={options} value={value} onValue={set} />
            ) : (
              <TextFilter key={value} value={value} placeholder={anyLabel} onSave={set} />
            )}
          </Field>
        )
      })}
    </div>
  )
}

interface TextFilterProps {
  value: string
  placeholder: string
  onSave: (value: string) => void
}

/** A typed filter, applied on Enter or when the field loses focus. */
function TextFilter({ value, placeholder, onSave }: TextFilterProps) {
  const [text, setText] = useState(value)
  const save = () => text.trim() !== value && onSave(text)
  return (
    <Input
      inputMode="numeric"
      placeholder={placeholder}
      value={text}
      onValue={setText}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
    />
  )
}

function ActiveFilters({ keys, urlState }: { keys: readonly FilterKey[]; urlState: AnalyticsUrlState }) {
  const { query, change } = urlState
  const choices = useFilterChoices(query)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div role="group" aria-label="Active filters" className="flex flex-wrap gap-1.5">
      {keys.map((key) => {
        const { label, options } = choices[key]
        const value = query[key] ?? ''
        const text = `${label}: ${options?.find((option) => option.value === value)?.label ?? (value || 'None')}`
        return (
          <button
            key={key}
            type="button"
            aria-label={`Remove filter ${text}`}
            onClick={() => change({ [key]: null })}
            className={`${CHIP} ${CHIP_ON}`}
          >
            <span className="max-w-64 truncate">{text}</span>
            <X aria-hidden className="size-3.5" />
          </button>
        )
      })}
      {keys.length > 1 && (
        <button
          type="button"
          onClick={() => change(Object.fromEntries(FILTER_KEYS.map((key) => [key, null])))}
          className={`${CHIP} border-transparent text-muted`}
        >
          Clear all
        </button>
      )}
    </div>
  )
}
