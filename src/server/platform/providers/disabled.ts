import type { DataProviders } from './provider.ts'

/** Providers without any data source; every request returns `not_configured`. */
export function createDisabledProviders(): DataProviders {
  const notConfigured = async () => ({ status: 'not_configured' as const })
  return {
    person: notConfigured,
    phone: notConfigured,
    property: notConfigured,
    publicRecords: notConfigured,
    geocode: notConfigured,
    verifyEmail: notConfigured,
    verifyPhone: notConfigured,
  }
}
