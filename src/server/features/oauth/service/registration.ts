import { randomUUID } from 'node:crypto'
import type Provider from 'oidc-provider'
import { z } from 'zod'
import type { Database } from '#server/platform/db/database.ts'
import * as limits from '../limits.ts'
import * as store from '../store.ts'
import { appName } from './names.ts'
import { publicMetadata } from './provider.ts'

const registration = z.object({
  client_name: z.string().max(1000).optional(),
  redirect_uris: z.array(z.url().max(limits.MAX_URI_LENGTH)).min(1).max(limits.MAX_REDIRECT_URIS),
})

/** An error of the registration endpoint (RFC 7591). */
export class RegistrationError extends Error {}

/** Registers a program that asks to (RFC 7591). It gets no secret and no rights: a member has to connect it. */
export async function registerClient(
  db: Database,
  provider: Provider,
  body: unknown,
): Promise<Record<string, unknown>> {
  const { success, data } = registration.safeParse(body)
  if (!success)
    throw new RegistrationError(
      `redirect_uris must be a list of 1 to ${limits.MAX_REDIRECT_URIS} addresses, and client_name a text`,
    )
  const id = `app_${randomUUID().replaceAll('-', '')}`
  const metadata = {
    ...publicMetadata({ ...data, token_endpoint_auth_method: 'none' }),
    ...{ client_id: id, client_name: appName(data.client_name) },
  }
  await provider.Client.validate(metadata).catch((error: { error_description?: string }) => {
    throw new RegistrationError(error.error_description ?? 'The metadata is invalid')
  })
  await store.insertClient(db, id, metadata)
  return { ...metadata, client_id_issued_at: Math.floor(Date.now() / 1000) }
}
