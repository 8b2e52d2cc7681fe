import type { ContactSubmission } from '#contract/contact-form.ts'
import type { Site } from '#contract/site.ts'
import type { Email } from '#server/platform/mail/mailer.ts'

/**
 * The message for the operator; replies go to its sender. Every field but the message is one line, and each line of the
 * message is quoted, so that none of it can pass for a field.
 */
export function operatorMail(sent: ContactSubmission, site: Site): Email {
  const fields = [
    `Name: ${sent.firstName} ${sent.lastName}`,
    `Email: ${sent.email}`,
    ...(sent.company ? [`Company: ${sent.company}`] : []),
    ...(sent.phone ? [`Phone: ${sent.phone}`] : []),
    `Subject: ${sent.subject}`,
    `Sent: ${sent.createdAt}`,
  ]
  const quoted = sent.message.split('\n').map((line) => `> ${line}`)
  return {
    to: site.mailboxes.support,
    replyTo: sent.email,
    subject: `Contact form: ${sent.subject}`,
    text: `${fields.join('\n')}\n\n${quoted.join('\n')}\n`,
  }
}

/** Contains nothing that the sender typed, so that the form can't send text to other people's mailboxes. */
export function confirmationMail(email: string, site: Site): Email {
  const { name, team } = site.brand
  return {
    to: email,
    replyTo: site.mailboxes.support,
    // Marks an automatic reply, so that autoresponders don't answer it (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-replied' },
    subject: `${name} received your message`,
    text: `Thank you for reaching out to ${name}.\n\nWe received your message and will reply within ${site.support.replyHours} hours.\n\nIf you didn't contact us, someone entered your address by mistake. You can safely ignore this email.\n\n${team}\n`,
  }
}
