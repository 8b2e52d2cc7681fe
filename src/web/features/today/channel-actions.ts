import { type LucideIcon, Mail, MessageSquareText, PenLine, Phone } from 'lucide-react'
import type { Channel } from '#domain/compliance/outreach.ts'

/** Each channel's button; `verb` and the person's name form its name for screen readers. */
export const CHANNEL_ACTIONS: Readonly<Record<Channel, { label: string; verb: string; Icon: LucideIcon }>> = {
  call: { label: 'Call', verb: 'Call', Icon: Phone },
  text: { label: 'Text', verb: 'Text', Icon: MessageSquareText },
  email: { label: 'Email', verb: 'Email', Icon: Mail },
  letter: { label: 'Write', verb: 'Write to', Icon: PenLine },
}
