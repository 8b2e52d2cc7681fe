import type { ShownApiKey } from '#contract/api-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/form.tsx'
import { toast, toastError } from '#web/ui/toast.tsx'

/** Shows a new key, which is possible only once: the server stores its hash. */
export function NewKey({ apiKey, onClose }: { apiKey: ShownApiKey; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(apiKey.key)
      toast({
        title: 'Copied',
        description: `Store the key of ${apiKey.name} where only your program reads it.`,
      })
    } catch {
      toastError('Copy Failed', 'Select the key and copy it.')
    }
  }
  return (
    <Dialog
      onClose={onClose}
      title={`Key for ${apiKey.name}`}
      description="Copy this key now. You won't see it again."
      footer={
        <>
          <Button onClick={() => void copy()}>Copy</Button>
          <Button variant="primary" onClick={onClose}>
            I saved it
          </Button>
        </>
      }
    >
      <Field label="API key">
        <Input readOnly value={apiKey.key} onFocus={({ target }) => target.select()} className="font-mono" />
      </Field>
    </Dialog>
  )
}
