import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { formatOf } from '#domain/blog/pasted-text.ts'
import { call } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Field, Input, Textarea } from '#web/ui/form.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'

interface EditorDialogProps {
  editor: Editor
  onClose: () => void
}

/** A page of this site, a web or an email address. */
const LINK_PATTERN = /^(?:\/(?!\/)|#|https?:\/\/[^\s/]+|mailto:\S+@)\S*$/i

/** Links the selected words, or changes their link. An empty address removes it. */
export function LinkDialog({ editor, onClose }: EditorDialogProps) {
  const [href, setHref] = useState<string>(editor.getAttributes('link').href ?? '')
  const [error, setError] = useState<string>()
  const submit = () => {
    const text = href.trim()
    const target = /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(text) ? `https://${text}` : text
    if (target && !LINK_PATTERN.test(target))
      return setError('Enter a URL such as https://example.com or /contact')
    const chain = editor.chain().focus().extendMarkRange('link')
    if (!target) chain.unsetLink().run()
    else if (editor.state.selection.empty && !editor.isActive('link')) {
      const marks = [{ type: 'link', attrs: { href: target } }]
      chain.insertContent({ type: 'text', text: target, marks }).run()
    } else chain.setLink({ href: target }).run()
    onClose()
  }
  return (
    <FormDialog
      title="Link"
      description="Leave it empty to remove the link."
      width="sm"
      verb="Save Link"
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="URL" hint="A web or email address, or a page here such as /contact." error={error}>
        <Input value={href} spellCheck={false} onValue={setHref} />
      </Field>
    </FormDialog>
  )
}

/** Inserts Markdown or HTML that was copied from elsewhere. */
export function PasteDialog({ editor, onClose }: EditorDialogProps) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const submit = async () => {
    setIsSending(true)
    setError(undefined)
    try {
      const format = formatOf(text) === 'html' ? 'html' : 'markdown'
      const { html } = await call('POST /api/blog/convert', { body: { format, text } })
      if (!html) throw new Error("Posts don't support any of this content.")
      editor.chain().focus().insertContent(html).run()
      onClose()
    } catch (cause) {
      setError(messageOf(cause, "We couldn't read the text. Try again."))
    }
    setIsSending(false)
  }
  return (
    <FormDialog
      title="Paste Markdown or HTML"
      description="We turn it into formatted text and remove anything posts don't support."
      verb="Insert Text"
      disabled={text.trim() === ''}
      pending={isSending}
      pendingLabel="Inserting..."
      error={error}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Markdown or HTML">
        <Textarea
          rows={12}
          value={text}
          spellCheck={false}
          className="font-mono text-[13px]"
          onValue={setText}
        />
      </Field>
    </FormDialog>
  )
}
