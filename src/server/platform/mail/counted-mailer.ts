import { mails } from '../metrics.ts'
import type { Mailer } from './mailer.ts'

/** Wraps a mailer to count its emails in the metrics. */
export function countEmails(mailer: Mailer): Mailer {
  return {
    ...mailer,
    async send(mail) {
      try {
        await mailer.send(mail)
        mails.labels('sent').inc()
      } catch (error) {
        mails.labels('failed').inc()
        throw error
      }
    },
  }
}
