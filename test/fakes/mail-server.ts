import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; text: string }

/**
 * A fake mail server on the loopback address: stores emails, or rejects everything, at once or after reading an email.
 * The rejection may contain the unwanted address, as with spam filters.
 */
export async function startMailServer() {
  const deliveredEmails: ReceivedMail[] = []
  const refusedEmails: ReceivedMail[] = []
  let refusalMode: boolean | 'addresses' = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, _session, done) {
      done(refusalMode === true ? new Error('Not now') : null)
    },
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const emails = refusalMode === 'addresses' ? refusedEmails : deliveredEmails
        emails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text,
        })
        done(refusalMode ? new Error(`Not with ${linkIn(text)} in it`) : null)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: deliveredEmails,
    /** Emails that were read and rejected. */
    refusedEmails,
    refuse(mode: boolean | 'addresses') {
      refusalMode = mode
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Link with a token in an email, with its lines joined. */
export function linkIn(text = ''): string | undefined {
  return text
    .replace(/=\r?\n/g, '')
    .replaceAll('=3D', '=')
    .match(/http\S+token=[\w-]+/)?.[0]
}
