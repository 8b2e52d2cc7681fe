import { SMTPServer } from 'smtp-server'

export type TakenMail = { from: string; to: string[]; text: string }

/** A mail server of the tests on the loopback address: keeps what it is given, or refuses everything. */
export async function startMailServer() {
  const mails: TakenMail[] = []
  let refusing = false
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onMailFrom(_address, _session, done) {
      done(refusing ? new Error('Not now') : null)
    },
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        mails.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    refuse(yes: boolean) {
      refusing = yes
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
