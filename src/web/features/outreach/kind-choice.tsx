import { useId } from 'react'
import type { Channel, MessageKind } from '#domain/compliance/outreach.ts'

const KINDS: readonly { value: MessageKind; label: string; text: string }[] = [
  {
    value: 'personal',
    label: 'Personal message',
    text: 'To someone you know, with no sales offer. No opt-out or mailing address needed. We log your choice.',
  },
  {
    value: 'marketing',
    label: 'Marketing',
    text: 'Offers your services, even to people you know.',
  },
]

const MARKETING_NEEDS: Partial<Record<Channel, string>> = {
  text: 'Must say how to opt out.',
  email: 'Must say how to opt out and include your mailing address.',
}

interface KindChoiceProps {
  channel: Channel
  kind: MessageKind
  onKind: (kind: MessageKind) => void
}

/** Asks if a text or email is personal or marketing, since the law treats them differently. Nothing for other channels. */
export function KindChoice({ channel, kind, onKind }: KindChoiceProps) {
  const name = useId()
  const needs = MARKETING_NEEDS[channel]
  if (!needs) return null
  return (
    <fieldset className="mt-4">
      <legend className="mb-1.5 text-sm font-medium">Type of message</legend>
      <div className="grid gap-1.5 sm:grid-cols-2">
        {KINDS.map(({ value, label, text }) => (
          <label
            key={value}
            className="relative cursor-pointer rounded-lg border border-line-strong px-3 py-2 has-checked:border-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              value={value}
              aria-labelledby={`${name}-${value}-label`}
              aria-describedby={`${name}-${value}`}
              checked={value === kind}
              onChange={() => onKind(value)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            <span id={`${name}-${value}-label`} className="text-sm font-medium">
              {label}
            </span>
            <span id={`${name}-${value}`} className="block text-[13px] text-muted">
              {value === 'marketing' ? `${text} ${needs}` : text}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
