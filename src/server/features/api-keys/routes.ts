import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/api-keys.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { Gate } from '#server/platform/http/session.ts'
import type { ApiKeysService } from './service.ts'

const BEARER_PATTERN = /^Bearer +(\S+)$/i

/** The bearer token of a request; null if none is sent. */
function bearerOf({ headers }: FastifyRequest): string | null {
  return BEARER_PATTERN.exec(headers.authorization ?? '')?.[1] ?? null
}

/** Reads the caller from an API key if one is sent. A wrong one never falls back to the session cookie. */
export function createKeyGate(gate: Gate, service: ApiKeysService): Gate {
  return {
    async read(request) {
      const token = bearerOf(request)
      return token === null ? gate.read(request) : service.sessionOf(token, request)
    },
    findCached(request) {
      const token = bearerOf(request)
      return token === null ? gate.findCached(request) : service.cachedSession(token, request)
    },
  }
}

export function apiKeysRoutes(api: Api, service: ApiKeysService): void {
  api.serve(contract.listApiKeys, (call) => service.list(contextOf(call)))
  api.serve(contract.createApiKey, (call) => service.create(contextOf(call), call.body))
  api.serve(contract.rotateApiKey, (call) => service.rotate(contextOf(call), call.params.keyId))
  api.serve(contract.revokeApiKey, (call) => service.revoke(contextOf(call), call.params.keyId))
}
