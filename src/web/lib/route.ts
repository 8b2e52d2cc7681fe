import type { Endpoint } from '#contract/endpoint.ts'

/**
 * An endpoint of the contract by its method and path alone; the type check holds both to the contract, and calls keep
 * their types. For what the first load of a page calls: the contract's own modules would bring the validator along.
 */
export function route<E extends Endpoint>(method: E['method'], path: E['path']): E {
  return { method, path } as E
}
