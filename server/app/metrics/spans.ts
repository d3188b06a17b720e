import type { SpanContext } from '@opentelemetry/api'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { recordSpans, type SpanKind, type Trace } from '../../core/trace.ts'
import { count } from '../../metrics/metrics.ts'

/** Spans that wait for the collector. Beyond them, spans are dropped. */
const MAX_WAITING = 2048
const BATCH = 512
/** Milliseconds until a batch is sent, for its answer, and for what is left at the end of the process. */
const SEND_MS = 2000
const ANSWER_MS = 5000
const END_MS = 2000

interface Exporting {
  /** Base address of the collector; `/v1/traces` is added. */
  url: string
  version: string
  role: string
}

/**
 * Sends spans to an OpenTelemetry collector from now on. Loads the libraries, which an installation without one never does. Returns a function that sends
 * what is left.
 */
export async function exportSpans({ url, version, role }: Exporting): Promise<() => Promise<void>> {
  const [api, sdk, { resourceFromAttributes }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/+$/, '')}/v1/traces`, timeoutMillis: ANSWER_MS })
  let waiting = 0
  const processor = new sdk.BatchSpanProcessor({
    exporter: counted(exporter, (spans) => {
      waiting -= spans
    }),
    ...{ maxQueueSize: MAX_WAITING, maxExportBatchSize: BATCH },
    ...{ scheduledDelayMillis: SEND_MS, exportTimeoutMillis: ANSWER_MS },
  })
  const bounded = {
    onStart: processor.onStart.bind(processor),
    onEnd(span: ReadableSpan) {
      if (waiting >= MAX_WAITING) return count('ruam_spans_dropped_total', {})
      waiting++
      processor.onEnd(span)
    },
    forceFlush: () => processor.forceFlush(),
    shutdown: () => processor.shutdown(),
  }
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'ruam', 'service.version': version, 'ruam.role': role }),
    spanProcessors: [bounded],
  })
  const tracer = provider.getTracer('ruam')
  const kinds = {
    ...{ server: api.SpanKind.SERVER, client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL },
    ...{ producer: api.SpanKind.PRODUCER, consumer: api.SpanKind.CONSUMER },
  } satisfies Record<SpanKind, number>
  const contextOf = ({ traceId, spanId }: Trace): SpanContext => ({
    ...{ traceId, spanId, isRemote: true },
    // Sampling is the collector's business: a proxy's flag would hide its own calls.
    traceFlags: api.TraceFlags.SAMPLED,
  })
  recordSpans({
    start(name, kind, parent, attributes) {
      const below = parent ? api.trace.setSpanContext(api.ROOT_CONTEXT, contextOf(parent)) : api.ROOT_CONTEXT
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, below)
      const { traceId, spanId } = span.spanContext()
      return {
        ...{ traceId, spanId },
        set: (more) => void span.setAttributes(more),
        end(failed) {
          if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
  })
  return async () => {
    recordSpans(undefined)
    const late = new Promise<void>((resolve) => setTimeout(resolve, END_MS).unref())
    await Promise.race([provider.shutdown().catch(() => {}), late])
  }
}

/** Counts spans that the collector did not take, and reports each batch that has ended. */
function counted(exporter: SpanExporter, ended: (spans: number) => void): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        ended(spans.length)
        if (result.code !== 0) count('ruam_spans_dropped_total', {}, spans.length)
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}
