import type { Channel, MessageKind } from '#domain/compliance/outreach.ts'
import { checkOutreach } from '#server/platform/content/guard.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Recipient } from '../store/recipients.ts'
import type { LicenseFacts } from './license-facts.ts'

const OPTED_OUT_TEXTS: Readonly<Record<Channel, string>> = {
  call: 'This contact opted out of calls.',
  text: 'This contact opted out of texts.',
  email: 'This contact opted out of emails.',
  letter: 'This contact opted out of letters.',
}

/** @throws {AppError} conflict if the channel is blocked for this contact */
export function requireAllowedChannel({ doNotContact, optedOutChannels }: Recipient, channel: Channel): void {
  if (doNotContact) throw new AppError('conflict', 'This contact is marked do not contact.')
  if (optedOutChannels.includes(channel)) throw new AppError('conflict', OPTED_OUT_TEXTS[channel])
}

/** @throws {AppError} unprocessable if the guard blocks the text */
export function requireAllowedText(
  text: string,
  message: { channel: Channel; kind: MessageKind },
  recipient: Recipient & LicenseFacts,
): void {
  const { allowed, findings } = checkOutreach(text, {
    ...message,
    organizationAddress: recipient.postalAddress,
    requiredLine: recipient.licenseLine,
    missingLicense: recipient.missingLicense,
    senderName: recipient.agent,
    recipientName: `${recipient.firstName} ${recipient.lastName}`,
  })
  if (allowed) return
  const why = findings[0]?.why ?? "It can't be sent as is."
  throw new AppError('unprocessable', `This text can't be marked as sent. ${why}`, { fields: { text: why } })
}
