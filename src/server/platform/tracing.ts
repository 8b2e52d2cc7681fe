import type { Attributes, Context, Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from './db/database.ts'
import { queryWith } from './db/query.ts'
import type { ConnectedModel, LanguageModel } from './llm/language-model.ts'
import { type DataProviders, wrapCalls } from './providers/provider.ts'
import type { Queue } from './queue/queue.ts'

/**
 * OpenTelemetry traces of requests, transactions, jobs, and calls to providers and the model. Spans contain only names and
 * numbers of the product: no URLs, queries, ids or personal data.
 */
export type Tracing = {
  /** Adds spans to the requests of a server. */
  ofRequests(app: FastifyInstance): void
  ofDatabase(db: Database): Database
  ofQueue(queue: Queue): Queue
  ofProviders(providers: DataProviders): DataProviders
  ofModel(model: LanguageModel): LanguageModel
  /** Sends the remaining spans. */
  stop(): Promise<void>
}

/** Used without a collector: changes nothing and loads nothing. */
export const NO_TRACING: Tracing = {
  ofRequests: () => {},
  ofDatabase: (db) => db,
  ofQueue: (queue) => queue,
  ofProviders: (providers) => providers,
  ofModel: (model) => model,
  stop: async () => {},
}

/** Time limit for sending the last spans, in case the collector is unavailable. */
const STOP_MS = 1000

/**
 * Loads and starts the SDK, which reads the standard variables itself (OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SERVICE_NAME,
 * OTEL_TRACES_SAMPLER …).
 */
export async function startTracing(): Promise<Tracing> {
  const { env } = process
  // Metrics have their own endpoint and logs go to the console; the machine's name and command line stay private.
  env.OTEL_METRICS_EXPORTER ||= 'none'
  env.OTEL_LOGS_EXPORTER ||= 'none'
  env.OTEL_NODE_RESOURCE_DETECTORS ||= 'env'
  env.OTEL_SERVICE_NAME ||= 'ninefold'
  const [{ NodeSDK }, api] = await Promise.all([
    import('@opentelemetry/sdk-node'),
    import('@opentelemetry/api'),
  ])
  const sdk = new NodeSDK({ instrumentations: [] })
  sdk.start()
  return tracingWith(api, async () => {
    const limit = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())
    await Promise.race([sdk.shutdown().catch(() => {}), limit])
  })
}

type Api = typeof import('@opentelemetry/api')
/** Runs work inside a span and records only the kind of an error. */
type RunInSpan = <T>(name: string, attributes: Attributes, work: () => Promise<T>) => Promise<T>

/** Creates tracing with the provider registered with the API. */
export function tracingWith(api: Api, stop: () => Promise<void>): Tracing {
  const tracer = api.trace.getTracer('ninefold')
  const runInSpan: RunInSpan = (name, attributes, work) =>
    tracer.startActiveSpan(name, { attributes }, async (span) => {
      try {
        return await work()
      } catch (error) {
        fail(api, span, (error as Error)?.name)
        throw error
      } finally {
        span.end()
      }
    })
  return {
    ofRequests: (app) => traceRequests(app, api),
    // Lists every method instead of spreading, so that a new kind of transaction can't go untraced.
    ofDatabase: (db) => ({
      ...queryWith(db),
      onAnnounced: db.onAnnounced,
      poolStats: db.poolStats,
      close: db.close,
      transaction: (work, bounds) =>
        runInSpan('database transaction', {}, () => db.transaction(work, bounds)),
      tenant: (id, work, options) => runInSpan('database tenant', {}, () => db.tenant(id, work, options)),
      read: (id, work) => runInSpan('database tenant', { 'db.read_only': true }, () => db.read(id, work)),
    }),
    ofQueue: (queue) => ({
      ...queue,
      work: (job, options, handler) =>
        queue.work(job, options, (data: never, signal) =>
          runInSpan(`job ${job}`, { job }, () => handler(data, signal)),
        ),
    }),
    ofProviders: (providers) =>
      wrapCalls(providers, (name, call) => runInSpan(`provider ${name}`, { provider: name }, call)),
    ofModel: (model) => (model.kind === 'connected' ? traceModel(model, { api, runInSpan }) : model),
    stop,
  }
}

function fail(api: Api, span: Span, kind = 'Error'): void {
  span.setStatus({ code: api.SpanStatusCode.ERROR })
  span.setAttribute('error.type', kind)
}

function traceRequests(app: FastifyInstance, api: Api): void {
  const tracer = api.trace.getTracer('ninefold')
  const spans = new WeakMap<FastifyRequest, { span: Span; context: Context }>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    const span = tracer.startSpan(
      `${request.method} ${route}`,
      {
        kind: api.SpanKind.SERVER,
        attributes: { 'http.request.method': request.method, 'http.route': route },
      },
      outerContext(request, api),
    )
    const context = api.trace.setSpan(api.ROOT_CONTEXT, span)
    spans.set(request, { span, context })
    api.context.with(context, done)
  })
  // The body arrives through the connection's events, which don't carry the request's context.
  app.addHook('preValidation', (request, _reply, done) => {
    api.context.with(spans.get(request)?.context ?? api.context.active(), done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request)?.span
    span?.setAttribute('http.response.status_code', reply.statusCode)
    if (span && reply.statusCode >= 500) fail(api, span, String(reply.statusCode))
    span?.end()
    done()
  })
}

/** Continues a trace only for requests from a trusted proxy; others could flood the operator's traces. */
function outerContext(request: FastifyRequest, api: Api): Context {
  const isProxied = (request.ips?.length ?? 0) > 1
  return isProxied ? api.propagation.extract(api.ROOT_CONTEXT, request.headers) : api.ROOT_CONTEXT
}

function traceModel(
  model: ConnectedModel,
  { api, runInSpan }: { api: Api; runInSpan: RunInSpan },
): ConnectedModel {
  return {
    ...model,
    async *write(request) {
      const span = api.trace.getTracer('ninefold').startSpan('model write')
      try {
        yield* model.write(request)
      } catch (error) {
        fail(api, span, (error as Error)?.name)
        throw error
      } finally {
        span.end()
      }
    },
    choose: (request, tools) => runInSpan('model choose', {}, () => model.choose(request, tools)),
  }
}
