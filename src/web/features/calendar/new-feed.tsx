import { Copy } from 'lucide-react'
import type { ShownCalendarFeed } from '#contract/calendar-feeds.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, Input } from '#web/ui/form.tsx'
import { toast, toastError } from '#web/ui/toast.tsx'
import { addLinks } from './add-links.ts'

/** Shows a new calendar address, which is possible only once: the server stores its hash. */
export function NewFeed({ feed, onClose }: { feed: ShownCalendarFeed; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(feed.url)
      toast({ title: 'Copied', description: 'Paste the address where your calendar asks for a URL.' })
    } catch {
      toastError('Copy Failed', 'Select the address and copy it.')
    }
  }
  return (
    <Dialog
      onClose={onClose}
      title={`Address for ${feed.name}`}
      description="Add it to your calendar or copy it now. You won't see it again. Anyone who has the address can read the calendar, so don't share it."
      footer={
        <>
          <Button onClick={() => void copy()}>
            <Copy aria-hidden />
            Copy address
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Field label="Calendar address">
        <Input readOnly value={feed.url} onFocus={({ target }) => target.select()} className="font-mono" />
      </Field>
      <p className="mt-4 text-[13px] font-medium">Add to calendar</p>
      <ul className="mt-1.5 grid gap-2 sm:grid-cols-2">
        {addLinks(feed.url, feed.name).map(({ label, href }) => (
          <li key={label}>
            <Button asChild size="row" className="w-full">
              <a href={href} target="_blank" rel="noreferrer">
                {label}
              </a>
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
