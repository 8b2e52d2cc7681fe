import { useSearchParams } from 'react-router'
import type { CreditFilter } from '#contract/organizations.ts'
import { OPERATIONS } from './ledger-texts.ts'

const DAY = /^\d{4}-\d{2}-\d{2}$/
const ID = /^[0-9a-f-]{36}$/i

type FilterParam = 'operation' | 'from' | 'to' | 'contact'

/** The ledger's filter as held in the URL; invalid values are ignored. */
export function useLedgerUrlState() {
  const [params, setParams] = useSearchParams()
  const operation = OPERATIONS.find(({ value }) => value === params.get('operation'))?.value
  const from = dayOf(params.get('from'))
  const to = dayOf(params.get('to'))
  const contact = params.get('contact')
  const filter: CreditFilter = {
    ...(operation && { operation }),
    ...(from && { from }),
    ...(to && { to }),
    ...(contact && ID.test(contact) && { contactId: contact }),
  }
  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    set(param: FilterParam, value: string) {
      const next = new URLSearchParams(params)
      if (value) next.set(param, value)
      else next.delete(param)
      setParams(next, { replace: true, preventScrollReset: true })
    },
    clear: () => setParams({}, { replace: true, preventScrollReset: true }),
  }
}

function dayOf(text: string | null): string | undefined {
  return text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined
}
