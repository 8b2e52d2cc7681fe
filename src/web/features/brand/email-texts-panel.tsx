import { type FormEvent, useState } from 'react'
import type { BrandSettings } from '#contract/brand.ts'
import { fieldErrorsOf, messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Field, Textarea } from '#web/ui/form.tsx'
import { useSaveBrand } from './brand-queries.ts'

/** Copied from the contract: importing it would pull the validator into the bundle. */
const MAX_TEXT_LENGTH = 300

/** Lines at the beginning and the end of every email. */
export function EmailTextsPanel({ settings }: { settings: BrandSettings }) {
  const [intro, setIntro] = useState(settings.emailIntro ?? '')
  const [signature, setSignature] = useState(settings.emailSignature ?? '')
  const save = useSaveBrand()
  const errors = fieldErrorsOf(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ emailIntro: intro.trim() || null, emailSignature: signature.trim() || null })
  }
  return (
    <Panel
      title="Email texts"
      text="We add these to the emails your team gets, such as sign-in links and invitations. Plain text, no links."
    >
      <form onSubmit={submit} className="mt-3 grid gap-4">
        <Field label="First lines" error={errors.emailIntro}>
          <Textarea
            rows={2}
            value={intro}
            onValue={setIntro}
            maxLength={MAX_TEXT_LENGTH}
            placeholder="A message from your team at Elm Realty"
            disabled={!settings.isIncluded}
          />
        </Field>
        <Field label="Signature" error={errors.emailSignature}>
          <Textarea
            rows={3}
            value={signature}
            onValue={setSignature}
            maxLength={MAX_TEXT_LENGTH}
            placeholder="Elm Realty, Agent Support"
            disabled={!settings.isIncluded}
          />
        </Field>
        {save.error && Object.keys(errors).length === 0 && (
          <p role="alert" className="text-sm text-red">
            {messageOf(save.error, "We couldn't save the texts. Try again.")}
          </p>
        )}
        <Button
          type="submit"
          className="justify-self-start"
          pending={save.isPending}
          pendingLabel="Saving..."
          disabled={!settings.isIncluded}
        >
          Save texts
        </Button>
      </form>
    </Panel>
  )
}
