import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { anchorOf } from '#domain/documentation/document.ts'
import { contactsUrl, urls } from '#web/lib/urls.ts'
import { cx } from '#web/ui/class-names.ts'
import { type ChatMessage, WELCOME_ID } from './conversation.ts'

interface MessageListProps {
  messages: readonly ChatMessage[]
  /** The partial reply. */
  soFar: string
  isThinking: boolean
  open: boolean
  onContact: () => void
  /** Shown below the last message. */
  children?: ReactNode
}

/** The conversation. Screen readers get a reply once it is complete; its partial text is hidden from them. */
export function MessageList(props: MessageListProps) {
  const { messages, soFar, isThinking, open, onContact, children } = props
  const end = useRef<HTMLDivElement>(null)
  const last = messages.at(-1)?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message, and the indicator, scrolls to the end
  useEffect(() => {
    const list = end.current
    if (list) list.scrollTop = list.scrollHeight
  }, [last, soFar, isThinking, open])
  return (
    <div
      ref={end}
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
      {soFar && (
        <div aria-hidden className="max-w-[85%] self-start text-sm">
          <Bubble mine={false}>{soFar}</Bubble>
        </div>
      )}
      {isThinking && <p className="text-[13px] text-muted">Thinking...</p>}
      {children}
    </div>
  )
}

/** Plain text, never markup. */
function Bubble({ mine, children }: { mine: boolean; children: string }) {
  return (
    <p
      className={cx(
        'rounded-lg px-3 py-2 wrap-anywhere whitespace-pre-line',
        mine ? 'bg-text text-page' : 'border border-line bg-surface',
      )}
    >
      {children}
    </p>
  )
}

const LINK = 'text-accent underline underline-offset-2'

function Message({ message, onContact }: { message: ChatMessage; onContact: () => void }) {
  const { id, role, content, sources = [], contacts = [] } = message
  const mine = role === 'user'
  return (
    <div
      id={id === WELCOME_ID ? id : undefined}
      className={cx('max-w-[85%] text-sm', mine ? 'self-end' : 'self-start')}
    >
      <span className="sr-only">{mine ? 'You: ' : 'Assistant: '}</span>
      <Bubble mine={mine}>{content}</Bubble>
      {sources.length > 0 && (
        <p className="mt-1 px-1 text-xs text-dim">
          From{' '}
          {sources.map(({ title, slug, heading }, at) => (
            <span key={`${slug} ${heading}`}>
              {at > 0 && '; '}
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
