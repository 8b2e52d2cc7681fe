import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { parseCode, type SecondFactorCode } from '#domain/identity/second-factor.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { Field, Input } from '#web/ui/form.tsx'

/** The input for a 2FA or recovery code, with or without spaces. Phones offer autofill and a number pad. */
export function CodeField({ ref, kind, value, error, onCode }: CodeForm['field']) {
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
        onValue={onCode}
      />
    </Field>
  )
}

/** Switches between app codes and recovery codes. */
export function CodeKindToggle({
  kind,
  onChange,
}: Pick<CodeForm, 'kind'> & { onChange: CodeForm['changeKind'] }) {
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

const FORMAT_ERRORS: Record<SecondFactorCode['kind'], string> = {
  app: 'Enter the 6-digit code from your app',
  recovery: 'Enter one of your recovery codes',
}

const FALLBACK = "We couldn't check the code. Try again."

export interface CodeFormOptions<T> {
  send: (code: string) => Promise<T>
  onDone: (result: T) => void
  /** Rejects recovery codes. */
  isAppOnly?: boolean | undefined
}

/** A one-field form for a code. Errors show at the field, which gets the focus back. */
export function useCodeForm<T>({ send, onDone, isAppOnly }: CodeFormOptions<T>) {
  const ref = useRef<HTMLInputElement>(null)
  const [kind, setKind] = useState<SecondFactorCode['kind']>('app')
  const [value, setValue] = useState('')
  const [error, setError] = useState<string>()
  const onCode = (input: string) => {
    setError(undefined)
    setValue(input)
  }
  const showError = (message: string) => {
    setError(message)
    ref.current?.focus()
    ref.current?.select()
  }
  const submission = useMutation({
    mutationFn: () => send(value),
    onSuccess: onDone,
    onError: (failure) => showError(fieldErrorsOf(failure).code ?? messageOf(failure, FALLBACK)),
  })
  const isBusy = submission.isPending || submission.isSuccess
  return {
    isBusy,
    kind,
    field: { ref, kind, value, error, onCode },
    changeKind: (newKind: SecondFactorCode['kind']) => {
      setKind(newKind)
      onCode('')
      ref.current?.focus()
    },
    submit: () => {
      if (isBusy) return
      const code = parseCode(value)
      if (!code || (isAppOnly && code.kind === 'recovery')) showError(FORMAT_ERRORS[kind])
      else submission.mutate()
    },
  }
}
export type CodeForm = ReturnType<typeof useCodeForm>
