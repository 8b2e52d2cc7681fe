import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type FilterChoice, MAX_CHOICE_COUNT } from '#contract/contacts.ts'
import { RELATIONSHIPS } from '#domain/activities/relationship.ts'
import { CATEGORIES } from '#domain/signals/categories.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { memberName, useMembers } from '#web/features/organization/members.ts'
import { useTeams } from '#web/features/team/teams-queries.ts'
import { formatCount } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { Checkbox, Field, Input, Select } from '#web/ui/form.tsx'
import { NO_FILTERS } from './active-filters.ts'
import { filterQuery } from './contacts-queries.ts'
import {
  CHOICE_LABELS,
  type ChoiceKey,
  choiceText,
  FLAG_LABELS,
  type FlagKey,
  joinValues,
  valuesIn,
} from './filter-texts.ts'
import {
  type ContactsUrlState,
  type ListFilter,
  NO_PANEL_FILTERS,
  type PanelTexts,
  permissionLabel,
  permissionParam,
} from './use-contacts-url-state.ts'

/** Choices that are offered even if no contact has them. */
const FIXED_CHOICES: Partial<Record<ChoiceKey, readonly string[]>> = {
  signals: CATEGORIES,
  relationship: RELATIONSHIPS,
}

interface FilterPanelProps {
  urlState: ContactsUrlState
  onClose: () => void
}

/** All filters of the list, with the number of contacts for each choice. Changes apply at once. */
export function FilterPanel({ urlState, onClose }: FilterPanelProps) {
  // Held in state because the URL is updated a moment later, possibly after a second change.
  const [{ panel, doNotContact }, setFilters] = useState<Pick<ListFilter, 'panel' | 'doNotContact'>>(urlState)
  const applyFilters = (next: Pick<ListFilter, 'panel' | 'doNotContact'>) => {
    setFilters(next)
    urlState.change({ ...NO_PANEL_FILTERS, ...next.panel, reach: permissionParam(next.doNotContact) })
  }
  const setPanel = (changes: Record<string, string | null>) => {
    const allFilters = Object.entries({ ...panel, ...changes }).filter(([, value]) => value !== null)
    applyFilters({ panel: Object.fromEntries(allFilters), doNotContact })
  }
  const counts = useQuery({
    ...read('GET /api/contacts/counts', { query: filterQuery({ ...urlState, panel, doNotContact }) }),
    placeholderData: keepPreviousData,
  })
  const choiceKeys = Object.keys(CHOICE_LABELS) as ChoiceKey[]
  return (
    <Sheet onClose={onClose} title="Filter contacts" bodyClassName="px-5">
      <div className="grid gap-5">
        {counts.isError && (
          <p role="alert" className="text-sm text-muted">
            We couldn't load the counts. The filters still work.
          </p>
        )}
        <p className="text-[13px] text-muted">
          Shows contacts that match all filters and any option within each.
        </p>
        <div className="grid gap-4 sm:grid-cols-2">
          <Range label="Score" min="minScore" max="maxScore" limit={100} panel={panel} onChange={setPanel} />
          <Range
            label="Chance (%)"
            min="minChance"
            max="maxChance"
            limit={100}
            factor={100}
            panel={panel}
            onChange={setPanel}
          />
          <Range
            label="Years owned"
            min="minTenure"
            max="maxTenure"
            limit={200}
            panel={panel}
            onChange={setPanel}
          />
          <Field label="No contact since">
            <Input
              type="date"
              value={panel.lastContactBefore ?? ''}
              onValue={(value) => setPanel({ lastContactBefore: value || null })}
            />
          </Field>
          <OwnerFilters panel={panel} onChange={setPanel} />
        </div>
        <div className="gap-4 sm:columns-2">
          <Choices
            legend="Contact permission"
            choices={[false, true].map((value) => ({
              value: String(value),
              label: permissionLabel(value),
              contacts: countOf(counts.data?.doNotContact, String(value)),
            }))}
            chosen={doNotContact === null ? [] : [String(doNotContact)]}
            onChange={(choice) =>
              applyFilters({ panel, doNotContact: choice.length === 0 ? null : choice.at(-1) === 'true' })
            }
          />
          {(Object.keys(FLAG_LABELS) as FlagKey[]).map((key) => (
            <Choices
              key={key}
              legend={FLAG_LABELS[key][0]}
              choices={['true', 'false'].map((value, index) => ({
                value,
                label: index === 0 ? 'Yes' : 'No',
                contacts: countOf(counts.data?.[key], value),
              }))}
              chosen={panel[key] ? [panel[key]] : []}
              onChange={(chosen) => setPanel({ [key]: chosen.at(-1) ?? null })}
            />
          ))}
          {choiceKeys.map((key) => {
            const chosen = valuesIn(panel[key])
            const choices = choicesOf(key, chosen, counts.data?.[key])
            if (choices.length === 0) return null
            return (
              <Choices
                key={key}
                legend={CHOICE_LABELS[key]}
                choices={choices}
                chosen={chosen}
                onChange={(next) => setPanel({ [key]: joinValues(next) || null })}
              />
            )
          })}
        </div>
      </div>
      <div className="sticky bottom-0 -mx-5 mt-5 flex justify-end gap-2 border-t border-line bg-surface px-5 py-3 max-sm:*:flex-1">
        <Button
          onClick={() => {
            setFilters({ panel: {}, doNotContact: null })
            urlState.change(NO_FILTERS)
          }}
        >
          Clear all
        </Button>
        <Button variant="primary" onClick={onClose}>
          Show contacts
        </Button>
      </div>
    </Sheet>
  )
}

/** Filters by owner and team, for members who see contacts of others. */
function OwnerFilters({ panel, onChange }: Pick<RangeProps, 'panel' | 'onChange'>) {
  const { user } = useCurrentUser()
  const members = useMembers()
  const teams = useTeams()
  if (!user || user.access === 'own' || members.length < 2) return null
  const others = members.filter(({ id }) => id !== user.id)
  const options = [
    { value: user.id, label: 'Me' },
    { value: 'unassigned', label: 'Unassigned' },
    ...others.map((member) => ({ value: member.id, label: memberName(member) })),
  ]
  return (
    <>
      <Field label="Contact owner">
        <Select
          placeholder="Anyone"
          options={options}
          value={panel.owner ?? ''}
          onValue={(value) => onChange({ owner: value || null })}
        />
      </Field>
      {teams.length > 0 && (
        <Field label="Team">
          <Select
            placeholder="Any team"
            options={teams.map(({ id, name }) => ({ value: id, label: name }))}
            value={panel.team ?? ''}
            onValue={(value) => onChange({ team: value || null })}
          />
        </Field>
      )}
    </>
  )
}

type Choice = { value: string; label: string; contacts: number | null }

function countOf(countedChoices: readonly FilterChoice[] | undefined, value: string): number | null {
  return countedChoices ? (countedChoices.find((each) => each.value === value)?.contacts ?? 0) : null
}

/** The choices with contacts, plus chosen and fixed choices without any. Values are compared without case. */
function choicesOf(
  key: ChoiceKey,
  chosen: readonly string[],
  countedChoices: readonly FilterChoice[] | undefined,
): Choice[] {
  const values = [...(FIXED_CHOICES[key] ?? []), ...(countedChoices ?? []).map(({ value }) => value)]
  const knownValues = new Set(values.map((value) => value.toLowerCase()))
  const allValues = new Set([...values, ...chosen.filter((value) => !knownValues.has(value.toLowerCase()))])
  return [...allValues].map((value) => ({
    value,
    label: choiceText(key, value, countedChoices?.find((each) => each.value === value)?.label),
    contacts: countOf(countedChoices, value),
  }))
}

interface ChoicesProps {
  legend: string
  choices: readonly Choice[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

function Choices({ legend, choices, chosen, onChange }: ChoicesProps) {
  const isChosen = (value: string) => chosen.some((each) => each.toLowerCase() === value.toLowerCase())
  const otherValues = (value: string) => chosen.filter((each) => each.toLowerCase() !== value.toLowerCase())
  return (
    <fieldset className="mb-4 min-w-0 break-inside-avoid">
      <legend className="mb-1 text-[13px] font-medium">{legend}</legend>
      <div className="max-h-72 overflow-y-auto max-md:max-h-none">
        {choices.map(({ value, label, contacts }) => (
          <Checkbox
            key={value}
            className="flex w-full py-1 max-md:min-h-11"
            checked={isChosen(value)}
            onChange={(event) => onChange(event.target.checked ? [...chosen, value] : otherValues(value))}
            label={
              <span className="flex min-w-0 gap-2 text-sm">
                <span className="truncate">{label}</span>
                {contacts !== null && <span className="text-dim tabular-nums">{countText(contacts)}</span>}
              </span>
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

function countText(contacts: number): string {
  return contacts >= MAX_CHOICE_COUNT ? `${formatCount(MAX_CHOICE_COUNT)}+` : formatCount(contacts)
}

interface RangeProps {
  label: string
  min: 'minScore' | 'minChance' | 'minTenure'
  max: 'maxScore' | 'maxChance' | 'maxTenure'
  limit: number
  /** Multiplies the filter's value for display: 100 shows a fraction as a percentage. */
  factor?: number
  panel: PanelTexts
  onChange: (changes: Record<string, string | null>) => void
}

/** Minimum and maximum of a number, applied when a field loses focus. */
function Range({ label, min, max, limit, factor = 1, panel, onChange }: RangeProps) {
  const displayValue = (text: string | undefined) =>
    text === undefined ? '' : String(Math.round(Number(text) * factor))
  const bounds = [
    { key: min, name: `${label}, at least`, placeholder: 'At least' },
    { key: max, name: `${label}, at most`, placeholder: 'At most' },
  ]
  return (
    <fieldset>
      <legend className="mb-1.5 text-[13px] font-medium">{label}</legend>
      <div className="grid grid-cols-2 gap-2">
        {bounds.map(({ key, name, placeholder }) => (
          <NumberInput
            key={`${key} ${panel[key] ?? ''}`}
            name={name}
            placeholder={placeholder}
            limit={limit}
            value={displayValue(panel[key])}
            onSet={(next) => onChange({ [key]: next === '' ? null : String(Number(next) / factor) })}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface NumberInputProps {
  name: string
  placeholder: string
  limit: number
  value: string
  onSet: (value: string) => void
}

function NumberInput({ name, placeholder, limit, value, onSet }: NumberInputProps) {
  const [text, setText] = useState(value)
  const commit = () => {
    const clamped = text === '' ? '' : String(Math.min(limit, Math.max(0, Math.round(Number(text)))))
    setText(clamped)
    if (clamped !== value) onSet(clamped)
  }
  return (
    <Input
      type="number"
      inputMode="numeric"
      min={0}
      max={limit}
      aria-label={name}
      placeholder={placeholder}
      value={text}
      onValue={setText}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  )
}
