import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChatReply } from '#contract/assistant.ts'
import { call } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { useBrand } from '#web/lib/brand.ts'
import { read } from '#web/lib/query-client.ts'
import { askAssistant } from './chat-call.ts'

/** One line of the conversation; `id` is a timestamp, or the welcome id. */
export type ChatMessage = {
  id: string
  role: 'user' | 'assistant'
  content: string
  sources?: ChatReply['sources']
  contacts?: ChatReply['contacts']
}

export const WELCOME_ID = 'welcome'

/** The assistant's greeting. */
export function welcomeMessage(productName: string): ChatMessage {
  return {
    id: WELCOME_ID,
    role: 'assistant',
    content: `Hello, I'm the ${productName} assistant. How can I help? Ask me about importing, credits, the score, signals or billing, or about your own contacts.`,
  }
}

/** Sample questions for subscribers. */
export const SUGGESTIONS = [
  'Who should I call this week?',
  'What changed since Monday?',
  'Which tasks are overdue?',
] as const

/** The assistant's message after a technical failure. */
export function failureText(supportEmail: string | undefined): string {
  const support = supportEmail ? `contact support at ${supportEmail}` : 'contact support'
  return `I'm having trouble responding right now. Please try again or ${support}.`
}

/** Adds a message with a unique timestamp id, even for two in one millisecond. */
export function appendMessage(
  messages: readonly ChatMessage[],
  message: Omit<ChatMessage, 'id'>,
  now: number,
): ChatMessage[] {
  const last = Number(messages.at(-1)?.id)
  const id = String(Number.isNaN(last) ? now : Math.max(now, last + 1))
  return [...messages, { ...message, id }]
}

/** The conversation's messages and draft, and functions to send one question at a time. */
export function useConversation() {
  const { name, supportEmail } = useBrand()
  // Messages from before a reload or from another window, refetched whenever the panel mounts.
  const history = useQuery({ ...read('GET /api/chat'), gcTime: 0 })
  const client = useQueryClient()
  const [isNew, setIsNew] = useState(false)
  const [newMessages, setNewMessages] = useState<readonly ChatMessage[]>([])
  const [partialReply, setPartialReply] = useState('')
  const [draft, setDraft] = useState('')
  // The complete message replaces the partial one.
  const addMessage = (message: Omit<ChatMessage, 'id'>) => {
    setPartialReply('')
    setNewMessages((messages) => appendMessage(messages, message, Date.now()))
  }
  const addFailureMessage = (error: Error) => {
    console.error('The assistant could not answer', error)
    // A rate limit's own message says when to try again.
    const isLimit = error instanceof ApiError && error.status === 429
    addMessage({
      role: 'assistant',
      content: isLimit ? messageOf(error, failureText(supportEmail)) : failureText(supportEmail),
    })
  }

  const askQuestion = useMutation({
    mutationFn: async (message: string) => {
      // Load the history first: loaded after the question is stored, it would show the question twice.
      await client.ensureQueryData(read('GET /api/chat')).catch(() => {})
      return askAssistant(message, setPartialReply)
    },
    onSuccess: ({ reply, sources, contacts }) =>
      addMessage({ role: 'assistant', content: reply, sources, contacts }),
    onError: addFailureMessage,
  })
  const clear = useMutation({
    mutationFn: () => call('DELETE /api/chat', {}),
    onSuccess: () => {
      setIsNew(true)
      setNewMessages([])
    },
    onError: addFailureMessage,
  })
  const pending = askQuestion.isPending || clear.isPending
  const sendQuestion = (text: string) => {
    const message = text.trim()
    if (!message || pending) return
    addMessage({ role: 'user', content: message })
    askQuestion.mutate(message)
  }
  const send = () => {
    if (!draft.trim() || pending) return
    setDraft('')
    sendQuestion(draft)
  }
  const earlierMessages = isNew
    ? []
    : (history.data ?? []).map((each) => ({ ...each, id: `earlier-${each.id}` }))
  const messages: readonly ChatMessage[] = [welcomeMessage(name), ...earlierMessages, ...newMessages]
  return {
    ...{ messages, partialReply, draft, setDraft, send, pending, isThinking: askQuestion.isPending },
    /** Sends a question that isn't the draft. */
    ask: sendQuestion,
    /** Deletes the conversation, here and on the server. */
    startOver: () => clear.mutate(),
  }
}
