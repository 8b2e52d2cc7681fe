import { Copy } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast, toastError } from '#web/ui/toast.tsx'

/** Shows a new secret once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret)
      toast({ title: 'Copied', description: 'The signing secret is on your clipboard.' })
    } catch {
      toastError('Copy Failed', 'Select the text and copy it.')
    }
  }
  return (
    <Dialog
      title="Your signing secret"
      description="Save this secret now. You won't see it again. Your receiver needs it to check that requests come from us."
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => void copy()}>
            <Copy aria-hidden />
            Copy secret
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <code className="block rounded-md bg-raised/60 p-3 text-sm wrap-anywhere">{secret}</code>
    </Dialog>
  )
}
