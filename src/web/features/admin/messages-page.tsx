import { useInfiniteQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import type { ContactSubmission } from '#contract/contact-form.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatMoment, fullName, joinPresent } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { PagedItems } from '#web/ui/loaded.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { messagePages } from './admin-queries.ts'

export const meta = privatePage('Messages')

/** Messages from the contact form, newest first. */
export default function MessagesPage() {
  const empty = (
    <EmptyState
      icon={<Mail />}
      title="No messages yet"
      description="Messages from the contact form appear here."
      level={3}
    />
  )
  return (
    <section aria-labelledby="messages">
      <h2 id="messages" className="mb-3 text-base">
        Messages
      </h2>
      <PagedItems
        list={useInfiniteQuery(messagePages)}
        listName="the messages"
        label="Messages"
        className="grid gap-2"
        empty={empty}
      >
        {(message) => <Message message={message} />}
      </PagedItems>
    </section>
  )
}

function Message({ message }: { message: ContactSubmission }) {
  const { email, company, phone, subject, createdAt } = message
  const reply = new URLSearchParams({ subject: `Re: ${subject}` }).toString().replaceAll('+', '%20')
  return (
    <li>
      <Card className="p-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h3 className="text-sm font-medium break-words">{subject}</h3>
          <time dateTime={createdAt} className="text-[13px] text-dim tabular-nums">
            {formatMoment(createdAt)}
          </time>
        </div>
        <p className="mt-0.5 text-[13px] break-words text-muted">
          {joinPresent([fullName(message), company, phone], ' · ')} ·{' '}
          <a href={`mailto:${email}?${reply}`} className="underline underline-offset-2 hover:text-text">
            {email}
          </a>
        </p>
        <p className="mt-2 max-w-prose text-sm break-words whitespace-pre-wrap">{message.message}</p>
      </Card>
    </li>
  )
}
