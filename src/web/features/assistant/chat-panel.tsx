import { SendHorizontal, X } from 'lucide-react'
import { Fragment, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { MESSAGE_MAX } from '#domain/assistant/message.ts'
import { anchorOf } from '#domain/documentation/document.ts'
import { urls } from '#web/lib/urls.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { DialMark } from '#web/ui/dial.tsx'
import { Textarea } from '#web/ui/textarea.tsx'
import { type ChatMessage, WELCOME_ID } from './conversation.ts'
import { useConversation } from './use-conversation.ts'

/** The assistant: a panel of 384 by 500 px at the bottom right, on phones a sheet over the full width. */
export function ChatPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const conversation = useConversation()
  const { messages, pending } = conversation
  const field = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    if (open) field.current?.focus()
  }, [open])
  // A disabled field loses the focus: it comes back with the reply, unless it went somewhere else meanwhile.
  useEffect(() => {
    if (!pending && document.activeElement === document.body) field.current?.focus()
  }, [pending])

  return (
    <section
      role="dialog"
      aria-label="Assistant"
      hidden={!open}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
        event.preventDefault()
        onClose()
      }}
      className={cx(
        'fixed right-4 bottom-4 z-45 flex h-[500px] max-h-[calc(100dvh-2rem)] w-96 animate-rise-in flex-col overflow-hidden',
        'rounded-xl border border-line-strong bg-popover',
        'max-md:inset-x-0 max-md:bottom-0 max-md:h-[min(500px,85dvh)] max-md:w-full max-md:rounded-b-none max-md:border-x-0 max-md:border-b-0',
      )}
    >
      <header className="flex items-center gap-2.5 border-b border-line py-2 pr-2 pl-4">
        <DialMark size={22} />
        <div className="min-w-0 flex-1">
          <h2 className="text-sm">Assistant</h2>
          <p className="text-xs text-dim">Knows the documentation, not your contacts</p>
        </div>
        <Button variant="ghost" size="icon" aria-label="Close" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      <Messages messages={messages} pending={pending} open={open} />
      <Composer conversation={conversation} field={field} />
    </section>
  )
}

function Messages(props: { messages: readonly ChatMessage[]; pending: boolean; open: boolean }) {
  const { messages, pending, open } = props
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message, and the indicator, scrolls to the end
  useEffect(() => {
    const list = end.current
    if (list) list.scrollTop = list.scrollHeight
  }, [last, pending, open])
  return (
    <div
      ref={end}
      role="log"
      aria-live="polite"
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 py-3"
    >
      {messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
      {pending && <p className="text-[13px] text-muted">Thinking...</p>}
    </div>
  )
}

function Message({ message: { id, role, content, sources } }: { message: ChatMessage }) {
  const mine = role === 'user'
  return (
    <div
      id={id === WELCOME_ID ? id : undefined}
      className={cx('max-w-[85%] text-sm', mine ? 'self-end' : 'self-start')}
    >
      <span className="sr-only">{mine ? 'You: ' : 'Assistant: '}</span>
      <p
        className={cx(
          'rounded-lg px-3 py-2 wrap-anywhere whitespace-pre-line',
          mine ? 'bg-text text-page' : 'border border-line bg-surface',
        )}
      >
        {content}
      </p>
      {sources && sources.length > 0 && (
        <p className="mt-1 px-1 text-xs text-dim">
          From <SourceLinks sources={sources} />
        </p>
      )}
    </div>
  )
}

/** Where in the documentation a reply comes from; opens beside the conversation. */
function SourceLinks({ sources }: { sources: NonNullable<ChatMessage['sources']> }) {
  return sources.map(({ title, slug, heading }, at) => (
    <Fragment key={`${slug} ${heading}`}>
      {at > 0 && '; '}
      <a
        href={`${urls.document(slug)}#${anchorOf(heading)}`}
        target="_blank"
        rel="noopener"
        className="text-accent underline underline-offset-2"
      >
        {title}: {heading}
      </a>
    </Fragment>
  ))
}

interface ComposerProps {
  conversation: ReturnType<typeof useConversation>
  field: RefObject<HTMLTextAreaElement | null>
}

function Composer({ conversation, field }: ComposerProps) {
  const { draft, setDraft, send, pending } = conversation
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="flex items-end gap-2 border-t border-line p-3"
    >
      <Textarea
        ref={field}
        rows={1}
        aria-label="Message"
        placeholder="Ask about the product"
        maxLength={MESSAGE_MAX}
        value={draft}
        disabled={pending}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-28 min-h-9 resize-none max-md:min-h-11"
      />
      <Button type="submit" variant="primary" size="icon" aria-label="Send" disabled={pending}>
        <SendHorizontal aria-hidden />
      </Button>
    </form>
  )
}
