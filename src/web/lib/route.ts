import type { Endpoint } from '#contract/endpoint.ts'

/**
 * An endpoint of the contract by method and path only, with its types. Use it in code of the first page load, since
 * importing the contract would load the validator.
 */
export function route<E extends Endpoint>(method: E['method'], path: E['path']): E {
  return { method, path } as E
}
