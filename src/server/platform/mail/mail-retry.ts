const FIRST_PAUSE_MS = 30_000
const MAX_PAUSE_MS = 15 * 60_000

/** Lease of a worker on a batch of emails. */
export const MAIL_LEASE_MS = 5 * 60_000
/** An unsent email is given up after this time. */
const MAIL_GIVE_UP_MS = 7 * 86_400_000

type LeasedMail<M> = {
  /** Counts an attempt at the due email and makes it due again at `leaseUntil`; of any number of workers, one gets it. */
  claim(now: Date, leaseUntil: Date): Promise<M | null | undefined>
  send(email: M): Promise<void>
  /** Sets the time of the next attempt; null if the email was sent or given up. */
  settle(next: Date | null): Promise<unknown>
}

/**
 * Sends a stored email whose due time is both the lease of its worker and the backoff after a failure.
 *
 * @throws what `send` throws, so that the job counts as failed
 */
export async function sendLeased<M extends { createdAt: string; mailAttempts: number }>(
  now: Date,
  { claim, send, settle }: LeasedMail<M>,
): Promise<void> {
  const email = await claim(now, new Date(now.getTime() + MAIL_LEASE_MS))
  if (!email) return
  try {
    await send(email)
  } catch (error) {
    const isTooOld = now.getTime() - Date.parse(email.createdAt) > MAIL_GIVE_UP_MS
    await settle(isTooOld ? null : nextMailAt(email.mailAttempts, now))
    throw error
  }
  await settle(null)
}

/** Time of the next attempt: backoff from 30 seconds, doubling, up to 15 minutes. */
export function nextMailAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1), MAX_PAUSE_MS))
}
