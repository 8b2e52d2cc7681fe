import type { RegistryFile } from '#contract/call-permission.ts'
import { MAX_REGISTRY_AGE_DAYS } from '#domain/compliance/call-permission.ts'
import { stateName } from '#domain/identity/address.ts'
import { parseDay } from '#domain/score/day.ts'
import { formatQuantity } from '#web/lib/format.ts'

/** `National`, `Texas`. */
export function registryName(registry: string): string {
  return registry === 'national' ? 'National' : (stateName(registry) ?? registry)
}

/** `Expires in 12 days`. @param today local day, `YYYY-MM-DD` */
export function expiryText({ asOf }: Pick<RegistryFile, 'asOf'>, today: string): string {
  const left = parseDay(asOf) + MAX_REGISTRY_AGE_DAYS - parseDay(today)
  const days = formatQuantity(Math.abs(left), 'day', 'days')
  if (left === 0) return 'Expires today'
  return left > 0 ? `Expires in ${days}` : `Expired ${days} ago`
}

/** `512 and 737`; beyond five `512, 737, 210, 830, 936 and 3 more`. */
export function areaCodesText(areaCodes: readonly string[]): string {
  const shown = areaCodes.slice(0, 5)
  const more = areaCodes.length - shown.length
  const last = more > 0 ? `${more} more` : shown.pop()
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : (last ?? '')
}
