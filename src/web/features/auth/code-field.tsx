import type { Ref } from 'react'
import type { SecondFactorCode } from '#domain/identity/second-factor.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'

interface CodeFieldProps {
  ref: Ref<HTMLInputElement>
  kind: SecondFactorCode['kind']
  value: string
  error: string | undefined
  onCode: (typed: string) => void
}

/** The input for a 2FA or recovery code, with or without spaces. Phones offer autofill and a number pad. */
export function CodeField({ ref, kind, value, error, onCode }: CodeFieldProps) {
  const isApp = kind === 'app'
  return (
    <Field label={isApp ? 'Code' : 'Recovery code'} error={error} className="text-left">
      <Input
        ref={ref}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        inputMode={isApp ? 'numeric' : 'text'}
        maxLength={isApp ? 30 : 60}
        placeholder={isApp ? '123 456' : 'ABCD-EFGH-JKMN-PQRS'}
        className="font-mono text-base tracking-wider"
        value={value}
        onChange={({ target }) => onCode(target.value)}
      />
    </Field>
  )
}

/** Switches between app codes and recovery codes. */
export function CodeKindToggle({
  kind,
  onChange,
}: {
  kind: SecondFactorCode['kind']
  onChange: (to: SecondFactorCode['kind']) => void
}) {
  const isApp = kind === 'app'
  return (
    <button
      type="button"
      className="justify-self-start text-sm text-muted underline underline-offset-2 hover:text-text max-md:min-h-11"
      onClick={() => onChange(isApp ? 'recovery' : 'app')}
    >
      {isApp ? 'Use a recovery code' : 'Use a code from your app'}
    </button>
  )
}
