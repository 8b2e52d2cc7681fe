import type { Config } from './config.ts'
import type { KeyInUse } from './features/key-ages/service.ts'

/** Lists the secrets of the environment that should be rotated; of several keys, the newest. */
export function keysInUse({
  database,
  mail,
  stripe,
  providers,
  model,
  backup,
  secretsKeys,
}: Config): KeyInUse[] {
  const keys: Record<string, string | null | undefined> = {
    DATABASE_URL: database && passwordOf(database.url),
    DATABASE_APP_URL: database?.appUrl && passwordOf(database.appUrl),
    SMTP_URL: mail.smtpUrl && passwordOf(mail.smtpUrl),
    SECRETS_KEY: secretsKeys[0]?.toString('hex'),
    BACKUP_KEY: backup.keys[0]?.secret.toString('hex'),
    STRIPE_SECRET_KEY: stripe?.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe?.webhookSecrets[0],
    PDL_API_KEY: providers.peopleDataLabs?.key,
    TRESTLE_API_KEY: providers.trestle?.key,
    TWILIO_AUTH_TOKEN: providers.twilio?.authToken,
    ATTOM_API_KEY: providers.attom?.key,
    LLM_API_KEY: model?.key,
  }
  return Object.entries(keys).flatMap(([name, secret]) => (secret ? [{ name, secret }] : []))
}

function passwordOf(url: string): string {
  return new URL(url).password
}
