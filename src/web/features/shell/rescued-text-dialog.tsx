import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Textarea } from '#web/ui/form.tsx'
import type { TypedText } from './typed-text.ts'

/** Shows text that wasn't saved when the session switched to another organization. */
export function RescuedTextDialog({ texts, onClose }: { texts: readonly TypedText[]; onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="You switched organizations"
      description="This text wasn't saved. Copy what you need before you close this window."
      footer={
        <Button variant="primary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid gap-3.5">
        {texts.map(({ label, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list doesn't change
          <Field key={index} label={label}>
            <Textarea readOnly rows={Math.min(8, text.split('\n').length + 1)} value={text} />
          </Field>
        ))}
      </div>
    </Dialog>
  )
}
