import type { ChatReply } from '#contract/assistant.ts'

/** One line of the conversation; `id` is a timestamp, or the welcome id. */
export type ChatMessage = {
  id: string
  role: 'user' | 'assistant'
  content: string
  sources?: ChatReply['sources']
  contacts?: ChatReply['contacts']
}

export const WELCOME_ID = 'welcome'

/** What the assistant says first. */
export function welcomeMessage(productName: string): ChatMessage {
  return {
    id: WELCOME_ID,
    role: 'assistant',
    content: `Hello, I'm the ${productName} assistant. How can I help? Ask me about importing, credits, the score, signals or billing, or about your own contacts.`,
  }
}

/** What a subscriber may begin with. */
export const SUGGESTIONS = [
  'Who should I call this week?',
  'What changed since Monday?',
  'Which tasks are overdue?',
] as const

/** What the assistant says when a question could not be answered for a technical reason. */
export function troubleText(supportEmail: string | undefined): string {
  const support = supportEmail ? `contact support at ${supportEmail}` : 'contact support'
  return `I'm having trouble responding right now. Please try again or ${support}.`
}

/** Adds a message under a timestamp of its own: two within one millisecond are told apart. */
export function appendMessage(
  messages: readonly ChatMessage[],
  message: Omit<ChatMessage, 'id'>,
  now: number,
): ChatMessage[] {
  const last = Number(messages.at(-1)?.id)
  const id = String(Number.isNaN(last) ? now : Math.max(now, last + 1))
  return [...messages, { ...message, id }]
}
