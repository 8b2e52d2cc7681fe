import { type FormEvent, useState } from 'react'
import type { BrandSettings } from '#contract/brand.ts'
import { accentColorsOf, adaptAccent } from '#domain/brand/accent.ts'
import { refusedAccentText } from '#domain/brand/accent-text.ts'
import { hexOf, parseHex } from '#domain/brand/oklch.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { useBrand } from '#web/lib/brand.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Checkbox, Field, Input } from '#web/ui/form.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { useSaveBrand } from './brand-queries.ts'

/** Copied from the contract: importing it would pull the validator into the bundle. */
const MAX_NAME_LENGTH = 60
/** Color of the picker before one is chosen. */
const PICKER_START = '#1a6cf0'

/** Name, color, support address and small print, with a preview in both themes. */
export function LookPanel({ settings }: { settings: BrandSettings }) {
  const [name, setName] = useState(settings.name ?? '')
  const [accent, setAccent] = useState(settings.accent ?? '')
  const [supportEmail, setSupportEmail] = useState(settings.supportEmail ?? '')
  const [showsPoweredBy, setShowsPoweredBy] = useState(settings.showsPoweredBy)
  const save = useSaveBrand()
  const errors = fieldErrorsOf(save.error)
  const hex = accent.trim().toLowerCase()
  const refusal = hex === '' ? null : refusedAccentText(hex)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({
      name: name.trim() || null,
      accent: hex || null,
      supportEmail: supportEmail.trim() || null,
      showsPoweredBy,
    })
  }
  return (
    <Panel title="Name and color">
      <form onSubmit={submit} className="mt-3 grid gap-4">
        <Field
          label="Name"
          hint="Replaces our name in the app, in browser tabs and in emails."
          error={errors.name}
        >
          <Input
            value={name}
            onValue={setName}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="organization"
            disabled={!settings.isIncluded}
          />
        </Field>
        <ColorField
          value={accent}
          onValue={setAccent}
          refusal={refusal ?? errors.accent ?? null}
          disabled={!settings.isIncluded}
        />
        <Field
          label="Support email"
          hint="Where your team emails for help. Replies to our emails go here, too."
          error={errors.supportEmail}
        >
          <Input
            type="email"
            value={supportEmail}
            onValue={setSupportEmail}
            maxLength={254}
            autoComplete="off"
            inputMode="email"
            disabled={!settings.isIncluded}
          />
        </Field>
        <PoweredBy checked={showsPoweredBy} onChange={setShowsPoweredBy} disabled={!settings.isIncluded} />
        <BrandPreview
          name={name.trim()}
          colors={refusal ? null : accentColorsOf(hex)}
          logo={settings.logo}
          favicon={settings.favicon?.url ?? null}
        />
        {save.error && Object.keys(errors).length === 0 && (
          <p role="alert" className="text-sm text-red">
            {messageOf(save.error, "We couldn't save your brand. Try again.")}
          </p>
        )}
        <Button
          type="submit"
          variant="primary"
          className="justify-self-start"
          pending={save.isPending}
          pendingLabel="Saving..."
          disabled={!settings.isIncluded || refusal !== null}
        >
          Save
        </Button>
      </form>
    </Panel>
  )
}

interface ColorFieldProps {
  value: string
  onValue: (value: string) => void
  /** Why the color can't be used. */
  refusal: string | null
  disabled: boolean
}

/** A color as text and from the browser's picker. */
function ColorField({ value, onValue, refusal, disabled }: ColorFieldProps) {
  const rgb = parseHex(value.trim())
  const result = rgb && adaptAccent(rgb)
  const nearest = result && !result.ok ? hexOf(result.nearest) : null
  return (
    <div className="grid gap-1.5">
      <div className="flex items-start gap-2">
        <Field
          label="Accent color"
          className="flex-1"
          hint="For links and highlights. We adjust its brightness for each theme so that text stays readable."
          error={refusal ?? undefined}
        >
          <Input
            value={value}
            onValue={onValue}
            placeholder="#1a6cf0"
            maxLength={20}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
          />
        </Field>
        <input
          type="color"
          aria-label="Pick a color"
          value={rgb ? hexOf(rgb) : PICKER_START}
          onChange={({ target }) => onValue(target.value)}
          disabled={disabled}
          className="mt-6.5 h-9 w-12 shrink-0 rounded-lg border border-line-strong bg-surface p-1 disabled:opacity-55 max-md:h-11"
        />
      </div>
      {nearest && (
        <Button
          size="row"
          className="justify-self-start"
          disabled={disabled}
          onClick={() => onValue(nearest)}
        >
          <span
            aria-hidden
            className="size-4 rounded-sm border border-line-strong"
            style={{ background: nearest }}
          />
          Use {nearest}
        </Button>
      )}
    </div>
  )
}

interface PoweredByProps {
  checked: boolean
  onChange: (isChecked: boolean) => void
  disabled: boolean
}

function PoweredBy({ checked, onChange, disabled }: PoweredByProps) {
  const { productName } = useBrand()
  return (
    <Checkbox
      label={`Show “Powered by ${productName}” in small print`}
      className="text-sm max-md:min-h-11 max-md:items-center"
      checked={checked}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}
