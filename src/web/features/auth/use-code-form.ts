import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { readCode, type SecondFactorCode } from '#domain/identity/second-factor.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'

const FORMAT_ERRORS: Record<SecondFactorCode['kind'], string> = {
  app: 'Enter the 6-digit code from your app',
  recovery: 'Enter one of your recovery codes',
}

/** A one-field form for a code. Errors show at the field, which gets the focus back. */
export function useCodeForm<T>(options: {
  send: (code: string) => Promise<T>
  onDone: (answer: T) => void
  /** Shown where the server sent no message. */
  fallback: string
  /** Rejects recovery codes. */
  appOnly?: boolean
}) {
  const field = useRef<HTMLInputElement>(null)
  const [kind, setKind] = useState<SecondFactorCode['kind']>('app')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const fail = (message: string) => {
    setError(message)
    field.current?.focus()
    field.current?.select()
  }
  const sending = useMutation({
    mutationFn: () => options.send(code),
    onSuccess: options.onDone,
    onError: (refusal) => fail(fieldErrorsOf(refusal).code ?? messageOf(refusal, options.fallback)),
  })
  return {
    sending,
    kind,
    field: {
      ref: field,
      kind,
      value: code,
      error,
      onCode: (typed: string) => {
        setError(undefined)
        setCode(typed)
      },
    },
    change: (to: SecondFactorCode['kind']) => {
      setKind(to)
      setCode('')
      setError(undefined)
      field.current?.focus()
    },
    submit: () => {
      if (sending.isPending || sending.isSuccess) return
      const read = readCode(code)
      if (!read || (options.appOnly && read.kind === 'recovery')) fail(FORMAT_ERRORS[kind])
      else sending.mutate()
    },
  }
}
