import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { readPastedText } from '#domain/blog/pasted-text.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { toast, toastFailure } from '#web/ui/toast.tsx'
import { EditorToolbar } from './editor-toolbar.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { canEdit, createEditor, htmlOf, normalizeHtml } from './text-format.ts'

interface TextEditorProps {
  /** HTML of the text. */
  value: string
  onChange: (html: string) => void
  /** Called when a text can only be edited as HTML. */
  onShowHtml: () => void
  /** Error message, shown below. */
  error: string | undefined
}

/** Edits the text of a post as it looks on the page. */
export function TextEditor(props: TextEditorProps) {
  const [isEditable, setIsEditable] = useState(() => canEdit(props.value))
  const { value, onChange, onShowHtml } = props
  const lastOutput = useRef<string>(undefined)
  useEffect(() => {
    if (value !== lastOutput.current) setIsEditable(canEdit(value))
  }, [value])
  if (isEditable) {
    const change = (html: string) => {
      lastOutput.current = html
      onChange(html)
    }
    return <EditableText {...props} onChange={change} />
  }
  return (
    <div role="status" className="grid justify-items-start gap-3 rounded-xl border border-line p-5 text-sm">
      <p className="text-pretty">
        The editor would lose parts of this text, such as a figure with a caption. Edit it as HTML instead.
      </p>
      <Button onClick={onShowHtml}>Edit HTML</Button>
    </div>
  )
}

function EditableText({ value, onChange, error }: TextEditorProps) {
  const container = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  /** A pasted or dropped picture that needs a description. */
  const [file, setFile] = useState<File | null>(null)
  const initialValue = useRef(value)
  /** Last output of the editor; it also reports changes that posts don't have, such as an empty last paragraph. */
  const lastOutput = useRef(value)
  const change = useRef(onChange)
  change.current = onChange

  useEffect(() => {
    const newEditor = createEditor({
      element: container.current,
      content: initialValue.current,
      editorProps: {
        attributes: {
          ...{ role: 'textbox', 'aria-multiline': 'true', 'aria-label': 'Text', spellcheck: 'true' },
          class: 'prose min-h-96 max-w-none p-4 whitespace-pre-wrap outline-none sm:p-6',
        },
        // The content policy forbids style sheets, which text copied from office programs contains.
        transformPastedHTML: (html) => html.replace(/<style\b[\s\S]*?<\/style>/gi, ''),
        handlePaste: (_, event) => paste(newEditor, event.clipboardData, setFile),
        handleDrop: (_, event, __, isMoved) => !isMoved && openPicture(event.dataTransfer, setFile),
      },
      onUpdate: () => {
        const html = htmlOf(newEditor)
        if (html === lastOutput.current) return
        lastOutput.current = html
        change.current(html)
      },
    })
    lastOutput.current = htmlOf(newEditor)
    setEditor(newEditor)
    return () => newEditor.destroy()
  }, [])

  // The text can also change from outside, when edits are discarded or the server cleans the HTML.
  useEffect(() => {
    if (!editor || value === lastOutput.current) return
    if (normalizeHtml(value) !== htmlOf(editor)) editor.commands.setContent(value, { emitUpdate: false })
    lastOutput.current = htmlOf(editor)
  }, [editor, value])

  return (
    <div>
      <div className={cx('rounded-xl border bg-surface', error ? 'border-red' : 'border-line-strong')}>
        {editor && <EditorToolbar editor={editor} />}
        <div
          ref={container}
          className="overflow-x-auto rounded-b-xl focus-within:outline-2 focus-within:outline-accent"
        />
      </div>
      {error && (
        <p role="alert" className="mt-1.5 text-[13px] text-red">
          {error}
        </p>
      )}
      {editor && file && <PictureDialog editor={editor} file={file} onClose={() => setFile(null)} />}
    </div>
  )
}

/** Pastes a picture, Markdown or HTML. @returns false if the editor should paste it itself */
function paste(editor: Editor, data: DataTransfer | null, onPicture: (file: File) => void): boolean {
  const html = data?.getData('text/html') ?? ''
  if (!data || editor.isActive('codeBlock') || html.includes('data-pm-slice')) return false
  const pasted = readPastedText({ html, plain: data.getData('text/plain') })
  if (!pasted) return openPicture(data, onPicture)
  call('POST /api/blog/convert', { body: pasted }).then(
    (converted) => {
      if (converted.html) insert(editor, converted.html)
      else toast({ title: 'Nothing to paste', description: "Posts don't support the copied content." })
    },
    toastFailure("Couldn't paste", 'Check your connection and try again.'),
  )
  return true
}

/** Inserts a single paragraph inline and several as blocks, so that a heading stays a heading. */
function insert(editor: Editor, html: string): void {
  if (/^<p>(?:(?!<\/p>)[\s\S])*<\/p>$/.test(html)) editor.view.pasteHTML(html)
  else editor.chain().focus().insertContent(html).run()
}

function openPicture(data: DataTransfer | null, onPicture: (file: File) => void): boolean {
  const file = Array.from(data?.files ?? []).find(({ type }) => type.startsWith('image/'))
  if (file) onPicture(file)
  return file !== undefined
}
