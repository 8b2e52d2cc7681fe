import { type Query, useQueryClient } from '@tanstack/react-query'
import type { ManagedBrokerage } from '#contract/admin-brokerages.ts'
import { type CallInput, call } from '#web/lib/api.ts'
import { cursorPages } from '#web/lib/pages.ts'
import { read } from '#web/lib/query-client.ts'

export const brokeragePages = cursorPages('GET /api/admin/brokerages')
export const managedBrokerageQuery = (id: string) =>
  read('GET /api/admin/brokerages/{id}', { params: { id } })

const CONSOLE_QUERIES = { predicate: ({ queryKey: [path] }: Query) => String(path).startsWith('/api/admin/') }

/** Sends a change of a brokerage, then refreshes the whole console. */
function useBrokerageMutation<V>(send: (input: V) => Promise<ManagedBrokerage>) {
  const client = useQueryClient()
  return async (input: V): Promise<ManagedBrokerage> => {
    const brokerage = await send(input)
    client.setQueryData(managedBrokerageQuery(brokerage.id).queryKey, brokerage)
    void client.invalidateQueries(CONSOLE_QUERIES)
    // The operator may own the brokerage or be a member of an office.
    for (const path of ['/api/brokerages', '/api/organizations'])
      void client.invalidateQueries({ queryKey: [path] })
    return brokerage
  }
}

export const useAddBrokerage = () =>
  useBrokerageMutation((body: CallInput<'POST /api/admin/brokerages'>['body']) =>
    call('POST /api/admin/brokerages', { body }),
  )

type ActionRoute =
  | 'PATCH /api/admin/brokerages/{id}'
  | `POST /api/admin/brokerages/{id}/${'plan' | 'plan/end' | 'organizations' | 'owner'}`

/** An operator's action on a brokerage; each takes a reason. */
export const useBrokerageAction = <R extends ActionRoute>(route: R, id: string) =>
  useBrokerageMutation((body: CallInput<R>['body']) =>
    call<ActionRoute>(route, { params: { id }, body } as CallInput<ActionRoute>),
  )
