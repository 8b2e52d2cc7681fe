import type { InvitedRole } from '#contract/invitations.ts'
import type { Email } from '#server/platform/mail/mailer.ts'
import { INVITATION_DAYS } from '../policy.ts'

const MAX_NAME_LENGTH = 80
// biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g

/**
 * The invitation email. Names from users are reduced to one short line each, so that they can't add text or links.
 */
export function invitationMail(invited: {
  email: string
  role: InvitedRole
  invitedBy: string | null
  organizationName: string
  product: string
  link: string
}): Email {
  const company = plainName(invited.organizationName)
  const who = invited.invitedBy ? `${plainName(invited.invitedBy)} invited you` : 'You were invited'
  const as = invited.role === 'ADMIN' ? 'an administrator' : 'a member'
  const { product } = invited
  return {
    to: invited.email,
    subject: `Join ${company} on ${product}`,
    text: `${who} to join ${company} on ${product} as ${as}:\n\n${invited.link}\n\nOpen the link and sign in with this address, ${invited.email}; you don't need a password. The link works once and expires in ${INVITATION_DAYS} days. Not expecting this? You can ignore this email.\n`,
  }
}

/** A name on one line without `://`, which mail programs turn into links. */
function plainName(name: string): string {
  const line = name.replace(UNPRINTABLE, ' ').replace(/:\/\//g, ' ').replace(/\s+/g, ' ').trim()
  const letters = Array.from(line)
  return letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH).join('')}…` : line
}
