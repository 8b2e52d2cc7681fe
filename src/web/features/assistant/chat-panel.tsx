import { SendHorizontal, SquarePen, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { MAX_MESSAGE_LENGTH } from '#domain/assistant/message.ts'
import { anchorOf } from '#domain/documentation/document.ts'
import { useCurrentUser } from '#web/features/auth/auth-queries.ts'
import { useSubscription } from '#web/features/billing/subscription-queries.ts'
import { useBrand } from '#web/lib/brand.ts'
import { useLanguageModel } from '#web/lib/instance-query.ts'
import { contactsUrl, urls } from '#web/lib/urls.ts'
import { BrandMark } from '#web/ui/brand-mark.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Textarea } from '#web/ui/form.tsx'
import { type ChatMessage, SUGGESTIONS, useConversation, WELCOME_ID } from './conversation.ts'

/** Screens on which the panel covers the page. */
const PHONE_QUERY = '(max-width: 767px)'

/** The assistant: a 384 × 500 px panel at the bottom right, or a full-width sheet on phones. */
export function ChatPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const conversation = useConversation()
  const { messages, partialReply, pending, isThinking } = conversation
  const field = useRef<HTMLTextAreaElement>(null)
  const readsContacts = useReadsContacts()
  const isNewConversation = messages.length === 1

  useEffect(() => {
    if (open) field.current?.focus()
  }, [open])
  // The field is disabled, and loses the focus, while a reply is pending. It gets the focus back unless the user moved on.
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
        <BrandMark brand={useBrand()} size={22} compact />
        <div className="min-w-0 flex-1">
          <h2 className="text-sm">Assistant</h2>
          <ModeNotice readsContacts={readsContacts} />
        </div>
        {!isNewConversation && (
          <Button
            variant="ghost"
            size="icon"
            aria-label="New conversation"
            title="New conversation"
            disabled={pending}
            onClick={conversation.startOver}
          >
            <SquarePen aria-hidden />
          </Button>
        )}
        <Button variant="ghost" size="icon" aria-label="Close" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      <MessageList
        {...{ messages, partialReply, isThinking, open }}
        onContact={() => window.matchMedia(PHONE_QUERY).matches && onClose()}
      >
        {isNewConversation && readsContacts && <Suggestions onAsk={conversation.ask} />}
      </MessageList>
      <Composer conversation={conversation} field={field} />
    </section>
  )
}

/** True where the assistant answers questions about contacts; false while loading. */
function useReadsContacts(): boolean {
  const { user } = useCurrentUser()
  const subscription = useSubscription(user?.organizationId ?? null)
  return subscription.data?.organization.subscriptionStatus === 'active' && user?.isSuspended !== true
}

/** Tells whether a language model writes the answers. */
function ModeNotice({ readsContacts }: { readsContacts: boolean }) {
  const model = useLanguageModel()
  const text =
    model?.kind === 'connected'
      ? `Answered by ${model.name}. We check the numbers.`
      : `Answers from the documentation${readsContacts ? ' and your contacts' : ''}`
  return <p className="line-clamp-2 text-xs text-dim">{model ? text : '\u00a0'}</p>
}

function Suggestions({ onAsk }: { onAsk: (question: string) => void }) {
  return (
    <div className="flex flex-wrap gap-2">
      {SUGGESTIONS.map((question) => (
        <Button key={question} size="sm" className="rounded-full!" onClick={() => onAsk(question)}>
          {question}
        </Button>
      ))}
    </div>
  )
}

interface ComposerProps {
  conversation: ReturnType<typeof useConversation>
  field: RefObject<HTMLTextAreaElement | null>
}

function Composer({ conversation, field }: ComposerProps) {
  const { draft, setDraft, send, pending } = conversation
  const onKeyDown = (event: KeyboardEvent) => {
    // During IME composition, Enter confirms a word.
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
        placeholder="Ask a question"
        maxLength={MAX_MESSAGE_LENGTH}
        value={draft}
        disabled={pending}
        onValue={setDraft}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-28 min-h-9 resize-none max-md:min-h-11"
      />
      <Button type="submit" variant="primary" size="icon" aria-label="Send" disabled={pending}>
        <SendHorizontal aria-hidden />
      </Button>
    </form>
  )
}

interface MessageListProps {
  messages: readonly ChatMessage[]
  /** The partial reply. */
  partialReply: string
  isThinking: boolean
  open: boolean
  onContact: () => void
  /** Shown below the last message. */
  children?: ReactNode
}

/** The conversation. Screen readers get a reply once it is complete; its partial text is hidden from them. */
export function MessageList(props: MessageListProps) {
  const { messages, partialReply, isThinking, open, onContact, children } = props
  const endRef = useRef<HTMLDivElement>(null)
  const lastMessageId = messages.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message, and the indicator, scrolls to the end
  useEffect(() => {
    const list = endRef.current
    if (list) list.scrollTop = list.scrollHeight
  }, [lastMessageId, partialReply, isThinking, open])
  return (
    <div
      ref={endRef}
      role="log"
      aria-live="polite"
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area needs keyboard focus
      tabIndex={0}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto px-4 py-3"
    >
      {messages.map((message) => (
        <Message key={message.id} message={message} onContact={onContact} />
      ))}
      {partialReply && (
        <div aria-hidden className="max-w-[85%] self-start text-sm">
          <Bubble isOwn={false}>{partialReply}</Bubble>
        </div>
      )}
      {isThinking && <p className="text-[13px] text-muted">Thinking...</p>}
      {children}
    </div>
  )
}

/** Plain text, never markup. */
function Bubble({ isOwn, children }: { isOwn: boolean; children: string }) {
  return (
    <p
      className={cx(
        'rounded-lg px-3 py-2 wrap-anywhere whitespace-pre-line',
        isOwn ? 'bg-text text-page' : 'border border-line bg-surface',
      )}
    >
      {children}
    </p>
  )
}

const LINK = 'text-accent underline underline-offset-2'

function Message({ message, onContact }: { message: ChatMessage; onContact: () => void }) {
  const { id, role, content, sources = [], contacts = [] } = message
  const isOwn = role === 'user'
  return (
    <div
      id={id === WELCOME_ID ? id : undefined}
      className={cx('max-w-[85%] text-sm', isOwn ? 'self-end' : 'self-start')}
    >
      <span className="sr-only">{isOwn ? 'You: ' : 'Assistant: '}</span>
      <Bubble isOwn={isOwn}>{content}</Bubble>
      {sources.length > 0 && (
        <p className="mt-1 px-1 text-xs text-dim">
          From{' '}
          {sources.map(({ title, slug, heading }, index) => (
            <span key={`${slug} ${heading}`}>
              {index > 0 && '; '}
              <a
                href={`${urls.document(slug)}#${anchorOf(heading)}`}
                target="_blank"
                rel="noopener"
                className={LINK}
              >
                {title}: {heading}
              </a>
            </span>
          ))}
        </p>
      )}
      {contacts.map(
        ({ id: contact, name, write }) =>
          write && (
            <p key={contact} className="mt-1 px-1 text-xs">
              <Link to={contactsUrl({ contact, write })} onClick={onContact} className={LINK}>
                Write to {name}
              </Link>
            </p>
          ),
      )}
      {contacts.length > 0 && (
        <p className="mt-1 px-1 text-xs text-dim">
          Open{' '}
          {contacts.map(({ id: contact, name }, at) => (
            <span key={contact}>
              {at > 0 && ', '}
              <Link to={contactsUrl({ contact })} onClick={onContact} className={LINK}>
                {name}
              </Link>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
