import { mails } from '../metrics.ts'
import type { Mailer } from './mailer.ts'

/** Wraps a mailer to count its emails in the metrics. */
export function countEmails(mailer: Mailer): Mailer {
  return {
    ...mailer,
    async send(email) {
      try {
        await mailer.send(email)
        mails.labels('sent').inc()
      } catch (error) {
        mails.labels('failed').inc()
        throw error
      }
    },
  }
}
