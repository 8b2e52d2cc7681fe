import type { Editor } from '@tiptap/core'
import {
  Bold,
  Code,
  Columns3,
  FileInput,
  ImagePlus,
  Italic,
  Link,
  List,
  ListOrdered,
  Minus,
  Quote,
  Redo2,
  Rows3,
  SquareCode,
  Table,
  Trash2,
  Undo2,
} from 'lucide-react'
import { Toolbar } from 'radix-ui'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Select } from '#web/ui/form.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { LinkDialog, PasteDialog } from './editor-dialogs.tsx'
import { PictureDialog } from './picture-dialog.tsx'

type Chain = ReturnType<Editor['chain']>

interface Tool {
  label: string
  icon: ReactNode
  run: (chain: Chain) => Chain
  /** Name of the mark or node that the tool turns on and off. */
  type?: string
}

const MARKS: readonly Tool[] = [
  { label: 'Bold', icon: <Bold />, type: 'bold', run: (chain) => chain.toggleBold() },
  { label: 'Italic', icon: <Italic />, type: 'italic', run: (chain) => chain.toggleItalic() },
  { label: 'Code', icon: <Code />, type: 'code', run: (chain) => chain.toggleCode() },
]
const BLOCKS: readonly Tool[] = [
  {
    label: 'Bulleted list',
    icon: <List />,
    type: 'bulletList',
    run: (chain) => chain.toggleBulletList(),
  },
  {
    label: 'Numbered list',
    icon: <ListOrdered />,
    type: 'orderedList',
    run: (chain) => chain.toggleOrderedList(),
  },
  { label: 'Quote', icon: <Quote />, type: 'blockquote', run: (chain) => chain.toggleBlockquote() },
  {
    label: 'Code block',
    icon: <SquareCode />,
    type: 'codeBlock',
    run: (chain) => chain.toggleCodeBlock(),
  },
  { label: 'Divider', icon: <Minus />, run: (chain) => chain.setHorizontalRule() },
]
const NEW_TABLE: Tool = {
  label: 'Table',
  icon: <Table />,
  run: (chain) => chain.insertTable({ rows: 3, cols: 3, withHeaderRow: true }),
}
const TABLE: readonly Tool[] = [
  { label: 'Add row', icon: <Rows3 />, run: (chain) => chain.addRowAfter() },
  { label: 'Add column', icon: <Columns3 />, run: (chain) => chain.addColumnAfter() },
  { label: 'Delete row', icon: <Minus />, run: (chain) => chain.deleteRow() },
  { label: 'Delete column', icon: <Minus className="rotate-90" />, run: (chain) => chain.deleteColumn() },
  { label: 'Delete table', icon: <Trash2 />, run: (chain) => chain.deleteTable() },
]
const HISTORY: readonly Tool[] = [
  { label: 'Undo', icon: <Undo2 />, run: (chain) => chain.undo() },
  { label: 'Redo', icon: <Redo2 />, run: (chain) => chain.redo() },
]

const STYLES = [
  { value: '0', label: 'Text' },
  { value: '2', label: 'Heading' },
  { value: '3', label: 'Subheading' },
  { value: '4', label: 'Small heading' },
]
type Level = 2 | 3 | 4

const DIALOGS = { link: LinkDialog, picture: PictureDialog, paste: PasteDialog }

/** The buttons above the text; the arrow keys move between them. */
export function EditorToolbar({ editor }: { editor: Editor }) {
  useRenderOnChange(editor)
  const [dialog, setDialog] = useState<keyof typeof DIALOGS | null>(null)
  const Dialog = dialog && DIALOGS[dialog]
  // Focuses the text first, so that it gets the focus back when the dialog closes.
  const open = (name: keyof typeof DIALOGS) => {
    editor.view.focus()
    setDialog(name)
  }
  const level = editor.isActive('heading') ? String(editor.getAttributes('heading').level) : '0'
  const setStyle = (value: string) => {
    // The editor's own focus command waits for the next frame and loses letters typed until then.
    editor.view.focus()
    const chain = editor.chain()
    if (value === '0') chain.setParagraph().run()
    else chain.setHeading({ level: Number(value) as Level }).run()
  }
  const button = (tool: Tool) => <ToolButton key={tool.label} editor={editor} tool={tool} />
  return (
    <>
      <Toolbar.Root
        aria-label="Formatting"
        className="top-13 z-10 flex flex-wrap items-center gap-1 rounded-t-xl border-b border-line bg-surface p-1.5 md:sticky"
      >
        <Select
          aria-label="Paragraph style"
          className="w-38"
          options={STYLES}
          value={level}
          onValue={setStyle}
        />
        {MARKS.map(button)}
        <IconButton
          label="Link"
          icon={<Link />}
          isOn={editor.isActive('link')}
          onClick={() => open('link')}
        />
        {BLOCKS.map(button)}
        {editor.isActive('table') ? TABLE.map(button) : button(NEW_TABLE)}
        <IconButton
          label={editor.isActive('picture') ? 'Edit picture' : 'Add picture'}
          icon={<ImagePlus />}
          isOn={editor.isActive('picture')}
          onClick={() => open('picture')}
        />
        <IconButton label="Paste Markdown or HTML" icon={<FileInput />} onClick={() => open('paste')} />
        {HISTORY.map(button)}
      </Toolbar.Root>
      {Dialog && <Dialog editor={editor} onClose={() => setDialog(null)} />}
    </>
  )
}

/** Rerenders the caller whenever the text or selection changes. */
function useRenderOnChange(editor: Editor): void {
  const [, setCount] = useState(0)
  useEffect(() => {
    const rerender = () => setCount((count) => count + 1)
    editor.on('transaction', rerender)
    return () => void editor.off('transaction', rerender)
  }, [editor])
}

function ToolButton({ editor, tool: { label, icon, run, type } }: { editor: Editor; tool: Tool }) {
  const isOn = type ? editor.isActive(type) : undefined
  return (
    <IconButton
      label={label}
      icon={icon}
      isOn={isOn}
      disabled={!run(editor.can().chain() as Chain).run()}
      onClick={() => run(editor.chain().focus()).run()}
    />
  )
}

interface IconButtonProps {
  label: string
  icon: ReactNode
  isOn?: boolean | undefined
  disabled?: boolean
  onClick: () => void
}

function IconButton({ label, icon, isOn, disabled, onClick }: IconButtonProps) {
  return (
    <Tooltip content={label}>
      <Toolbar.Button asChild>
        <Button
          size="icon"
          variant="ghost"
          aria-label={label}
          aria-pressed={isOn}
          disabled={disabled}
          className={cx(isOn && 'bg-raised text-text')}
          // Keeps the focus in the text.
          onMouseDown={(event) => event.preventDefault()}
          onClick={onClick}
        >
          {icon}
        </Button>
      </Toolbar.Button>
    </Tooltip>
  )
}
